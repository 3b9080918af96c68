package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Packs {@link LifeGuard} as an agent, so that a stock class path gets one class of ours and nothing else. */
final class LifeGuardJar {
    private LifeGuardJar() {}

    /** Writes the jar into the directory. */
    static Path writeInto(Path directory) {
        Path jar = directory.resolve("life-guard.jar");
        String entry = LifeGuard.class.getName().replace('.', '/') + ".class";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", LifeGuard.class.getName());
        try (InputStream code = LifeGuard.class.getClassLoader().getResourceAsStream(entry);
                OutputStream file = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(file, manifest)) {
            if (code == null) {
                throw new IllegalStateException(entry + " is not on the class path of the tests");
            }
            packed.putNextEntry(new JarEntry(entry));
            code.transferTo(packed);
            packed.closeEntry();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return jar;
    }
}

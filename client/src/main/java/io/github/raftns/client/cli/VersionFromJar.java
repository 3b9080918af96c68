package io.github.raftns.client.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class VersionFromJar implements IVersionProvider {
    private static final String WRITTEN_BY_MAVEN = "/META-INF/maven/io.github.raftns/raftns-client/pom.properties";

    VersionFromJar() {}

    @Override
    public String[] getVersion() throws IOException {
        try (InputStream in = VersionFromJar.class.getResourceAsStream(WRITTEN_BY_MAVEN)) {
            if (in == null) {
                return new String[] {"ns (not run from its jar)"};
            }
            Properties properties = new Properties();
            properties.load(in);
            return new String[] {"ns " + properties.getProperty("version")};
        }
    }
}

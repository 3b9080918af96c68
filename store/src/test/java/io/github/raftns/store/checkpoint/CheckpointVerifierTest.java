package io.github.raftns.store.checkpoint;

import static io.github.raftns.store.Rows.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.store.StoreFault;
import io.github.raftns.store.WriteBatch;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointVerifierTest {
    private static final Manifest SAMPLE = new Manifest(
            4711,
            3,
            "9f0c",
            List.of(new ManifestFile("a.sst", 10, "0".repeat(64)), new ManifestFile("b", 0, "f".repeat(64))));

    @TempDir
    private Path parent;

    private Path checkpoint;
    private Manifest sealed;

    @BeforeEach
    void takeACheckpoint() throws IOException {
        checkpoint = parent.resolve("checkpoint");
        Path directory = Files.createDirectory(parent.resolve("store"));
        try (RocksStore store = RocksStore.open(directory, RocksSettings.defaults())) {
            store.write(new WriteBatch().put(bytes("a"), new byte[5000]));
            store.checkpoint(checkpoint);
        }
        sealed = CheckpointWriter.seal(checkpoint, 4711, 3, "9f0c");
    }

    @Test
    void aCheckpointAsItWasSealedIsVerified() {
        VerifiedCheckpoint verified = CheckpointVerifier.verify(checkpoint);

        assertThat(verified.manifest()).isEqualTo(sealed);
        assertThat(CheckpointVerifier.read(checkpoint)).isEqualTo(sealed);
        assertThat(sealed.index()).isEqualTo(4711);
        assertThat(sealed.term()).isEqualTo(3);
        assertThat(sealed.digest()).isEqualTo("9f0c");
        assertThat(sealed.files())
                .extracting(ManifestFile::name)
                .contains("CURRENT")
                .anyMatch(name -> name.endsWith(".sst"));
        assertThat(sealed.totalBytes()).isPositive();
    }

    @Test
    void aDamagedFileIsNamedWhicheverItIs() throws IOException {
        for (ManifestFile file : sealed.files()) {
            Path path = checkpoint.resolve(file.name());
            byte[] good = Files.readAllBytes(path);
            if (good.length == 0) {
                continue; // an empty write-ahead log has no byte to damage
            }
            byte[] bad = good.clone();
            bad[bad.length / 2] ^= 4;
            Files.write(path, bad);
            assertFault(path.toString(), "damaged", file.sha256());
            Files.write(path, good);
        }
        CheckpointVerifier.verify(checkpoint);
    }

    @Test
    void aMissingFileIsNamedWhicheverItIs() throws IOException {
        for (ManifestFile file : sealed.files()) {
            Path path = checkpoint.resolve(file.name());
            byte[] good = Files.readAllBytes(path);
            Files.delete(path);
            assertFault(path.toString(), "missing");
            Files.write(path, good);
        }
        CheckpointVerifier.verify(checkpoint);
    }

    @Test
    void aFileOfAnotherLengthIsNamedWithBothLengths() throws IOException {
        Path path = checkpoint.resolve("CURRENT");
        Files.writeString(path, "x".repeat(99));

        assertFault(path.toString(), "99 bytes", "16 expected");
    }

    @Test
    void anythingExtraIsNamed() throws IOException {
        Path extra = Files.writeString(checkpoint.resolve("999999.sst"), "x");
        assertFault(extra.toString(), "does not belong");
        Files.delete(extra);
        Path directory = Files.createDirectory(checkpoint.resolve("sub"));
        assertFault(directory.toString(), "does not belong");
    }

    @Test
    void aLinkInPlaceOfAFileIsRefused() throws IOException {
        Path current = checkpoint.resolve("CURRENT");
        Path elsewhere = Files.move(current, parent.resolve("elsewhere"));
        Files.createSymbolicLink(current, elsewhere);

        assertFault(current.toString(), "not a plain file");
    }

    @Test
    void aCheckpointWithoutManifestIsNotSealed() throws IOException {
        Files.delete(checkpoint.resolve(Manifest.FILE_NAME));

        assertFault(checkpoint.toString(), "no " + Manifest.FILE_NAME);
    }

    @Test
    void aCheckpointIsSealedOnce() {
        assertThatThrownBy(() -> CheckpointWriter.seal(checkpoint, 1, 1, "other"))
                .isInstanceOf(StoreFault.class)
                .hasMessageContaining("has a manifest already");
    }

    @Test
    void anUnknownFormatVersionIsNamedWhateverElseIsInIt() throws IOException {
        Files.writeString(checkpoint.resolve(Manifest.FILE_NAME), "raftns-checkpoint 2\nsomething new\n");

        assertFault(checkpoint.toString(), "format version 2", "knows 1");
    }

    @Test
    void theTextOfAManifestIsWhatItAlwaysWas() {
        String text = new String(ManifestText.format(SAMPLE), StandardCharsets.US_ASCII);

        assertThat(text)
                .isEqualTo("raftns-checkpoint 1\nindex 4711\nterm 3\ndigest 9f0c\nfile " + "0".repeat(64)
                        + " 10 a.sst\nfile "
                        + "f".repeat(64) + " 0 b\nsha256 "
                        + Sha256.of(bytes(text.substring(0, text.indexOf("sha256 "))))
                        + "\n");
        assertThat(ManifestText.parse(bytes(text))).isEqualTo(SAMPLE);
    }

    @Test
    void aManifestIsParsedOnlyInTheFormInWhichItIsWritten() {
        String good = "raftns-checkpoint 1\nindex 4711\nterm 3\ndigest 9f0c\nfile " + "0".repeat(64) + " 10 a.sst\n";
        assertThat(ManifestText.parse(summed(good)).files()).hasSize(1);

        assertUnreadable(good.replace("index 4711", "index +4711"));
        assertUnreadable(good.replace("index 4711", "index 04711"));
        assertUnreadable(good.replace("index 4711", "index -1"));
        assertUnreadable(good.replace("index 4711", "index 99999999999999999999"));
        assertUnreadable(good.replace("index 4711\n", ""));
        assertUnreadable(good.replace("term 3", "term  3"));
        assertUnreadable(good.replace("digest 9f0c", "digest "));
        assertUnreadable(good.replace("digest 9f0c", "digest a b"));
        assertUnreadable(good.replace(" a.sst", " ../a.sst"));
        assertUnreadable(good.replace(" a.sst", " /a.sst"));
        assertUnreadable(good.replace(" a.sst", " .."));
        assertUnreadable(good.replace(" a.sst", " a.sst x"));
        assertUnreadable(good.replace(" a.sst", " " + Manifest.FILE_NAME));
        assertUnreadable(good.replace(" 10 ", " -10 "));
        assertUnreadable(good.replace("0".repeat(64), "0".repeat(63)));
        assertUnreadable(good.replace("\n", "\r\n"));
        assertUnreadable(good + good.substring(good.indexOf("file ")));
        assertUnreadable(good + "comment\n");
        assertUnreadable("");
    }

    /** No single flipped bit and no cut goes unnoticed. */
    @Property(tries = 500)
    void aDamagedManifestIsNeverRead(@ForAll @IntRange(max = 10_000) int where, @ForAll @IntRange(max = 7) int bit) {
        byte[] good = ManifestText.format(SAMPLE);
        byte[] flipped = good.clone();
        flipped[where % good.length] ^= (byte) (1 << bit);
        byte[] cut = Arrays.copyOf(good, where % good.length);

        assertThatThrownBy(() -> ManifestText.parse(flipped)).isInstanceOf(StoreFault.class);
        assertThatThrownBy(() -> ManifestText.parse(cut)).isInstanceOf(StoreFault.class);
    }

    private static void assertUnreadable(String lines) {
        assertThatThrownBy(() -> ManifestText.parse(summed(lines))).as(lines).isInstanceOf(StoreFault.class);
    }

    private static byte[] summed(String lines) {
        return bytes(lines + "sha256 " + Sha256.of(bytes(lines)) + "\n");
    }

    private void assertFault(String... words) {
        assertThatThrownBy(() -> CheckpointVerifier.verify(checkpoint))
                .isInstanceOf(StoreFault.class)
                .hasMessageContainingAll(words);
    }
}

package io.github.raftns;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The map of rooms and arrows as a test; {@code docs/architecture.md} is its twin in words. */
class ArchitectureTest {
    private static final String ROOT = "io.github.raftns.";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.github.raftns");

    /** Room -> the rooms of ours it may know. A room that is not here is not on the map. */
    private static final Map<String, Set<String>> ARROWS = new TreeMap<>();

    static {
        room("rpc.model");
        room("rpc.time");
        room("rpc.wire");
        room("rpc.message", "rpc.model");
        room("rpc.codec", "rpc.message", "rpc.model");
        room("rpc.transport", "rpc.codec", "rpc.message");
        room("rpc.server", "rpc.transport", "rpc.codec", "rpc.message", "rpc.model");
        room("rpc.client", "rpc.transport", "rpc.codec", "rpc.message", "rpc.model", "rpc.time");

        room("store");
        room("store.rocksdb", "store");
        room("store.memory", "store");
        room("store.checkpoint", "store");

        room("namesrv.wire");
        room("namesrv.observe");
        room("namesrv.read");
        room("namesrv.command", "namesrv.wire", "rpc.model");
        room("namesrv.admission", "namesrv.observe", "rpc.time");
        room("namesrv.leadership", "namesrv.command", "namesrv.observe", "rpc.model");
        room("namesrv.liveness", "namesrv.command", "namesrv.leadership", "namesrv.observe", "rpc.model", "rpc.time");
        room("namesrv.machine", "namesrv.command", "namesrv.wire", "rpc.model", "store");
        room("namesrv.view", "namesrv.command", "rpc.codec", "rpc.message", "rpc.model");
        room(
                "namesrv.replication",
                "namesrv.command",
                "namesrv.leadership",
                "namesrv.machine",
                "namesrv.observe",
                "namesrv.read",
                "namesrv.wire",
                "rpc.model",
                "rpc.time",
                "store",
                "store.checkpoint",
                "store.rocksdb");
        room(
                "namesrv.ingress",
                "namesrv.admission",
                "namesrv.command",
                "namesrv.leadership",
                "namesrv.liveness",
                "namesrv.observe",
                "namesrv.read",
                "namesrv.view",
                "rpc.codec",
                "rpc.message",
                "rpc.model",
                "rpc.server",
                "rpc.time",
                "rpc.wire");
        room("namesrv.http", "namesrv.leadership", "namesrv.observe", "namesrv.view");
        room("namesrv.config", "namesrv.leadership", "rpc.model");
        room("client", "rpc.client", "rpc.message", "rpc.model", "rpc.time", "rpc.transport", "rpc.wire");
        room("client.cli", "client", "rpc.message", "rpc.model", "rpc.wire");
        ARROWS.put("namesrv.node", new TreeSet<>(ARROWS.keySet())); // the composition root sees all
        ARROWS.put("bench", new TreeSet<>(ARROWS.keySet()));
    }

    /** Foreign packages -> the rooms that may import them. */
    private static final Map<String, Set<String>> LIBRARIES = new TreeMap<>();

    static {
        library("com.alipay..", "namesrv.replication");
        library("com.caucho..", "namesrv.replication");
        library("org.rocksdb..", "store.rocksdb", "namesrv.replication"); // there: the options of JRaft's own log
        library("com.codahale..", "namesrv.replication"); // JRaft's metrics, read as plain numbers
        library("io.netty.buffer..", "rpc.codec", "rpc.transport", "rpc.server", "rpc.client", "namesrv.replication");
        library("io.netty.channel..", "rpc.transport", "rpc.server", "rpc.client", "namesrv.replication");
        library("com.fasterxml.jackson..", "rpc.codec", "client.cli");
        library("picocli..", "client.cli", "namesrv.node");
        library("io.micrometer..", "namesrv.observe");
        library("io.prometheus..", "namesrv.observe");
        library("com.sun.net.httpserver..", "namesrv.http");
        library(
                "com.google.protobuf..",
                "rpc.wire",
                "namesrv.wire",
                "namesrv.command",
                "namesrv.machine",
                "namesrv.replication",
                "namesrv.ingress",
                "client",
                "client.cli");
    }

    private static void room(String room, String... mayKnow) {
        ARROWS.put(room, new TreeSet<>(Set.of(mayKnow)));
    }

    private static void library(String packages, String... rooms) {
        LIBRARIES.put(packages, new TreeSet<>(Set.of(rooms)));
    }

    private static String roomOf(JavaClass type) {
        return type.getPackageName().startsWith(ROOT) ? type.getPackageName().substring(ROOT.length()) : "";
    }

    @Test
    void everyRoomIsOnTheMap() {
        ArchRule rule = classes().should(new ArchCondition<>("live in a room of the map") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!ARROWS.containsKey(roomOf(type))) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " lives in no room of the map"));
                }
            }
        });
        rule.check(CLASSES);
    }

    @Test
    void arrowsGoAsDrawn() {
        ArchRule rule = classes().should(new ArchCondition<>("know only the rooms they may know") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String room = roomOf(type);
                Set<String> allowed = ARROWS.getOrDefault(room, Set.of());
                type.getDirectDependenciesFromSelf().forEach(dependency -> {
                    String other = roomOf(dependency.getTargetClass());
                    if (!other.isEmpty() && !other.equals(room) && !allowed.contains(other)) {
                        events.add(SimpleConditionEvent.violated(
                                type, room + " may not know " + other + ": " + dependency.getDescription()));
                    }
                });
            }
        });
        rule.check(CLASSES);
    }

    @Test
    void roomsFormNoCircle() {
        ArchRule rule = slices().matching("io.github.raftns.(**)").should().beFreeOfCycles();
        rule.check(CLASSES);
    }

    @Test
    void eachLibraryHasItsRoom() {
        ArchRule rule = classes().should(new ArchCondition<>("import foreign libraries in their rooms only") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                LIBRARIES.forEach((packages, rooms) -> {
                    DescribedPredicate<JavaClass> foreign = resideInAnyPackage(packages);
                    type.getDirectDependenciesFromSelf().forEach(dependency -> {
                        if (foreign.test(dependency.getTargetClass().getBaseComponentType())
                                && !rooms.contains(roomOf(type))) {
                            events.add(SimpleConditionEvent.violated(
                                    type, packages + " is at home in " + rooms + ": " + dependency.getDescription()));
                        }
                    });
                });
            }
        });
        rule.check(CLASSES);
    }

    @Test
    void onlyReplicationAndNodeKnowTheMachine() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT + "namesrv.machine", ROOT + "namesrv.replication", ROOT + "namesrv.node", ROOT + "bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "namesrv.machine");
        rule.check(CLASSES);
    }

    @Test
    void machineAndCommandAreDeterministic() {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage(ROOT + "namesrv.machine", ROOT + "namesrv.command")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.time..",
                                "java.util.concurrent.atomic",
                                "java.util.concurrent.locks",
                                "java.io..",
                                "java.nio.file..",
                                "java.net..",
                                "java.util.random..",
                                "org.slf4j..",
                                "io.micrometer..")
                        .or(describe("threads, randomness and identity", type -> Set.of(
                                        "java.util.Random",
                                        "java.util.UUID",
                                        "java.security.SecureRandom",
                                        "java.util.IdentityHashMap",
                                        "java.lang.Thread",
                                        "java.util.concurrent.ThreadLocalRandom",
                                        "java.util.concurrent.ExecutorService")
                                .contains(type.getName()))));
        rule.check(CLASSES);
    }

    /** Their iteration order is salted and changes with every start of a JVM: two replicas would write different bytes. */
    @Test
    void machineCallsNoSaltedFactory() {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage(ROOT + "namesrv.machine", ROOT + "namesrv.command")
                .should()
                .callMethodWhere(describe("a collection factory with a salted order", call -> {
                    String owner = call.getTargetOwner().getName();
                    String name = call.getName();
                    boolean salted = owner.equals("java.util.Map") || owner.equals("java.util.Set");
                    return (salted && (name.equals("of") || name.equals("copyOf") || name.equals("ofEntries")))
                            || (owner.equals("java.util.stream.Collectors")
                                    && (name.equals("toUnmodifiableSet") || name.equals("toUnmodifiableMap")));
                }))
                .orShould()
                .callMethodWhere(clockOrEnvironment());
        rule.check(CLASSES);
    }

    @Test
    void oneClassReadsTheClock() {
        ArchRule rule = noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + "rpc.time.SystemTime")
                .and()
                .resideOutsideOfPackage(ROOT + "bench..")
                .should()
                .callMethodWhere(describe("a machine clock", call -> isClock(call)));
        rule.check(CLASSES);
    }

    @Test
    void nobodySleeps() {
        ArchRule rule = noClasses().should().callMethod(Thread.class, "sleep", long.class);
        rule.check(CLASSES);
    }

    @Test
    void onlyEdgesTouchTheProcess() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "namesrv.node", ROOT + "client.cli", ROOT + "bench..")
                .and()
                .resideOutsideOfPackage(
                        ROOT + "namesrv.replication") // JRaft and bolt are configured by system properties
                .should()
                .callMethodWhere(describe("the process's environment", call -> {
                    String owner = call.getTargetOwner().getName();
                    String name = call.getName();
                    return owner.equals("java.lang.System")
                            && (name.equals("exit")
                                    || name.equals("getenv")
                                    || name.equals("getProperty")
                                    || name.equals("setProperty"));
                }))
                .orShould()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err");
        rule.check(CLASSES);
    }

    @Test
    void nounsAreValues() {
        ArchRule rule = classes()
                .that()
                .resideInAnyPackage(ROOT + "rpc.model", ROOT + "rpc.message", ROOT + "namesrv.command")
                .and()
                .areNotAnonymousClasses()
                .should(new ArchCondition<>("be records, enums, interfaces, or final without mutable fields") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        boolean value = type.isRecord() || type.isEnum() || type.isInterface();
                        boolean sealedClass = type.getModifiers().contains(JavaModifier.FINAL)
                                && type.getFields().stream()
                                        .allMatch(field -> field.getModifiers().contains(JavaModifier.FINAL));
                        boolean throwable = type.isAssignableTo(Throwable.class);
                        if (!value && !sealedClass && !throwable) {
                            events.add(SimpleConditionEvent.violated(type, type.getName() + " is not a value"));
                        }
                    }
                });
        rule.check(CLASSES);
    }

    @Test
    void staticFieldsAreFinal() {
        ArchRule rule = fields().that()
                .areStatic()
                .and()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackages(ROOT + "rpc.wire", ROOT + "namesrv.wire")
                .should()
                .beFinal();
        rule.check(CLASSES);
    }

    @Test
    void nothingIsSet() {
        ArchRule rule = methods()
                .that()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackages(ROOT + "rpc.wire", ROOT + "namesrv.wire", ROOT + "namesrv.replication")
                .and()
                .arePublic()
                .should()
                .haveNameNotMatching("set[A-Z].*");
        rule.check(CLASSES);
    }

    @Test
    void drawersAreNotNames() {
        ArchRule rule = classes()
                .that()
                .resideOutsideOfPackages(ROOT + "rpc.wire", ROOT + "namesrv.wire")
                .should()
                .haveNameNotMatching(".*(Util|Utils|Helper|Manager|Impl)")
                .andShould()
                .haveNameNotMatching(".*\\.(Abstract|Base)[A-Z].*")
                .andShould()
                .resideOutsideOfPackages("..common..", "..util..");
        rule.check(CLASSES);
    }

    @Test
    void handlersStayInTheirRoom() {
        ArchRule rule = classes()
                .that()
                .resideInAPackage(ROOT + "namesrv.ingress")
                .and()
                .haveSimpleNameEndingWith("Handler")
                .should()
                .bePackagePrivate();
        rule.check(CLASSES);
    }

    private static DescribedPredicate<JavaMethodCall> clockOrEnvironment() {
        return describe(
                "a clock or the environment",
                call -> isClock(call)
                        || (call.getTargetOwner().getName().equals("java.lang.System")
                                && (call.getName().equals("getProperty")
                                        || call.getName().equals("getenv"))));
    }

    private static boolean isClock(JavaMethodCall call) {
        String owner = call.getTargetOwner().getName();
        String name = call.getName();
        return (owner.equals("java.lang.System") && (name.equals("nanoTime") || name.equals("currentTimeMillis")))
                || (owner.startsWith("java.time.") && name.equals("now"));
    }
}

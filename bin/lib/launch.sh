# Sourced by the scripts in bin/: where the project is, building what is missing or stale, composing java command lines.
# Needs bash 4.4, a JDK 17, Maven, coreutils and util-linux (flock, setsid).
#
# Environment
#   JAVA_HOME, MAVEN_HOME   used when set, otherwise java and mvn from PATH
#   JAVA_OPT_EXT            more flags for a node's JVM (the stock scripts' name for it)
#   RAFTNS_JAVA_OPTS        the same, after JAVA_OPT_EXT
#   RAFTNS_HEAP             heap of a node, default 1g (512m under bin/cluster)
# For tests: run from these class paths instead of the built jars; nothing is built then.
#   RAFTNS_NS_CLASSPATH, RAFTNS_NODE_CLASSPATH, RAFTNS_NODE_MAIN
#
# shellcheck shell=bash

shopt -s globstar nullglob

RAFTNS_HOME=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

# die MESSAGE [EXIT_CODE]: one line on stderr.
die() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit "${2:-1}"
}

raftns_java() {
  if [[ -n ${JAVA_HOME:-} && -x $JAVA_HOME/bin/java ]]; then
    printf '%s' "$JAVA_HOME/bin/java"
  else
    command -v java || die 'java is neither in JAVA_HOME nor on PATH; a JDK 17 is needed'
  fi
}

raftns_mvn() {
  if [[ -n ${MAVEN_HOME:-} && -x $MAVEN_HOME/bin/mvn ]]; then
    printf '%s' "$MAVEN_HOME/bin/mvn"
  else
    command -v mvn || die 'mvn is neither in MAVEN_HOME nor on PATH; Maven is needed to build what is missing'
  fi
}

# raftns_jar MODULE: the module's own jar; fails when there is none.
raftns_jar() {
  local jar
  for jar in "$RAFTNS_HOME/$1"/target/raftns-*.jar; do
    case $jar in
      *-tests.jar | *-sources.jar | *-javadoc.jar) ;;
      *)
        if [[ -f $jar ]]; then
          printf '%s' "$jar"
          return 0
        fi
        ;;
    esac
  done
  return 1
}

# raftns_stale MODULE...: whether the jar of the first module is missing or older than a source of any of them.
# The stamp is younger than the jars when a change (of a pom, say) left them as they were.
raftns_stale() {
  local newest module source
  newest=$(raftns_jar "$1") || return 0
  [[ -d $RAFTNS_HOME/$1/target/lib ]] || return 0
  if [[ $RAFTNS_HOME/target/bin-build.stamp -nt $newest ]]; then
    newest=$RAFTNS_HOME/target/bin-build.stamp
  fi
  if [[ $RAFTNS_HOME/pom.xml -nt $newest ]]; then
    return 0
  fi
  for module in "$@"; do
    for source in "$RAFTNS_HOME/$module/pom.xml" "$RAFTNS_HOME/$module"/src/main/**; do
      if [[ $source -nt $newest ]]; then
        return 0
      fi
    done
  done
  return 1
}

# raftns_build MODULE...: builds once, however many calls find the same thing stale at the same time.
raftns_build() {
  local lock mvn
  if ! raftns_stale "$@"; then
    return 0
  fi
  mvn=$(raftns_mvn)
  mkdir -p "$RAFTNS_HOME/target"
  exec {lock}> "$RAFTNS_HOME/target/bin-build.lock"
  if ! flock --nonblock "$lock"; then
    printf 'waiting for another build of raftns to end ...\n' >&2
    flock "$lock"
  fi
  if raftns_stale "$@"; then
    printf 'building raftns (the first time takes a few minutes, mostly downloads; log: %s) ...\n' \
      "$RAFTNS_HOME/target/bin-build.log" >&2
    : > "$RAFTNS_HOME/target/bin-build.stamp.new"
    if ! (cd "$RAFTNS_HOME" && exec "$mvn" -B -q -DskipTests -Dtests.uncompiled=true -Dcheckstyle.skip -Dspotless.check.skip \
      -Dmdep.analyze.skip -pl client,namesrv-raft -am package) \
      > "$RAFTNS_HOME/target/bin-build.log" 2>&1 {lock}>&-; then
      tail -n 30 "$RAFTNS_HOME/target/bin-build.log" >&2
      die "the build failed; all it said is in $RAFTNS_HOME/target/bin-build.log"
    fi
    mv "$RAFTNS_HOME/target/bin-build.stamp.new" "$RAFTNS_HOME/target/bin-build.stamp"
  fi
  exec {lock}>&-
}

# ns_command: sets NS to the command line that runs ns.
ns_command() {
  local classpath=${RAFTNS_NS_CLASSPATH:-} java
  java=$(raftns_java)
  if [[ -z $classpath ]]; then
    raftns_build client rpc
    classpath="$(raftns_jar client):$RAFTNS_HOME/client/target/lib/*"
  fi
  NS=("$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx512m -cp "$classpath" io.github.raftns.client.cli.NsMain)
}

# node_command DEFAULT_HEAP: sets NODE to the command line that runs one node, without its arguments.
node_command() {
  local classpath=${RAFTNS_NODE_CLASSPATH:-} heap=${RAFTNS_HEAP:-$1} java more
  java=$(raftns_java)
  if [[ -z $classpath ]]; then
    raftns_build namesrv-raft rpc store
    classpath="$(raftns_jar namesrv-raft):$RAFTNS_HOME/namesrv-raft/target/lib/*"
  fi
  read -r -a more <<< "${JAVA_OPT_EXT:-} ${RAFTNS_JAVA_OPTS:-}"
  NODE=(
    "$java"
    -Dcom.google.protobuf.use_unsafe_pre22_gencode=true
    --add-opens=java.base/java.lang=ALL-UNNAMED
    -XX:+ExitOnOutOfMemoryError
    "-Xms$heap" "-Xmx$heap"
    ${more[@]+"${more[@]}"}
    -cp "$classpath"
    "${RAFTNS_NODE_MAIN:-io.github.raftns.namesrv.node.NodeMain}"
  )
}

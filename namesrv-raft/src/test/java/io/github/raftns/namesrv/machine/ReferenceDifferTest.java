package io.github.raftns.namesrv.machine;

/** The contract on the reference; the production differ is held to it where it lives. */
class ReferenceDifferTest implements DifferenceContract {
    @Override
    public RegistrationDiffer differ() {
        return new ReferenceDiffer();
    }
}

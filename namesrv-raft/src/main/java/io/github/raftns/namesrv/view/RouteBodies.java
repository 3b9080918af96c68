package io.github.raftns.namesrv.view;

import io.github.raftns.rpc.codec.BodyDialect;
import io.github.raftns.rpc.codec.RouteBody;
import io.github.raftns.rpc.model.EncodedBody;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The encoded bodies of one topic for one set of faces, each encoded when first asked for. Any thread: two that ask at once may
 * both encode, to equal bytes.
 *
 * <p>Bounded: two bodies, and two for each zone that occurs among the topic's own groups, and two for all other zones together.
 */
final class RouteBodies {
    /** Stands for every zone that is no group's; zones of groups are kept with a prefix, so none can be mistaken for it. */
    private static final String FOREIGN_ZONE = "";

    private final GroupFace[] faces;
    /** Last version whose faces were seen to be these. Readers of different views may set it in turn; each value is true. */
    private volatile FacesVersion version;

    private volatile Optional<EncodedBody> legacy;
    private volatile Optional<EncodedBody> standard;
    /** Copied at each write: zones are few and asked for again and again. */
    private volatile Map<String, EncodedBody> zoned = Collections.emptyMap();

    /** Takes the array over. */
    RouteBodies(GroupFace[] faces, FacesVersion version) {
        this.faces = faces;
        this.version = version;
    }

    /** Whether the view has the very faces that these bodies show. Usually one comparison; after a change of any face, one a row. */
    @SuppressWarnings(
            "ReferenceEquality") // an unchanged face is the same instance; comparing contents would cost as much as
    // encoding
    boolean holdFor(TopicEntry entry, RouteView view) {
        if (version == view.facesVersion()) {
            return true;
        }
        for (int i = 0; i < faces.length; i++) {
            if (faces[i] != view.face(entry.broker(i))) {
                return false;
            }
        }
        version = view.facesVersion();
        return true;
    }

    /** Empty when none of the topic's broker names has a member. */
    Optional<EncodedBody> body(TopicEntry entry, BodyDialect dialect) {
        Optional<EncodedBody> known =
                switch (dialect) {
                    case LEGACY -> legacy;
                    case STANDARD -> standard;
                };
        return known == null ? encode(entry, dialect) : known;
    }

    /** The same without the groups of other zones; may hold no group at all, as in stock. */
    Optional<EncodedBody> body(TopicEntry entry, BodyDialect dialect, String zone) {
        String seen = FOREIGN_ZONE;
        boolean anyLeftOut = false;
        for (GroupFace face : faces) {
            if (face == null) {
                continue;
            }
            if (!face.servesZone(zone)) {
                anyLeftOut = true;
            } else if (face.group().hasMaster() && seen.equals(FOREIGN_ZONE)) {
                seen = "z" + face.group().zone();
            }
        }
        if (!anyLeftOut) {
            return body(entry, dialect);
        }
        String variant = dialect.name() + ' ' + seen;
        EncodedBody known = zoned.get(variant);
        if (known == null) {
            known = RouteBody.encode(RouteAssembly.inZone(entry, faces, zone), dialect);
            Map<String, EncodedBody> more = new TreeMap<>(zoned);
            more.put(variant, known);
            zoned = more;
        }
        return Optional.of(known);
    }

    private Optional<EncodedBody> encode(TopicEntry entry, BodyDialect dialect) {
        Optional<EncodedBody> encoded = !anyFace()
                ? Optional.empty()
                : Optional.of(RouteBody.encode(RouteAssembly.whole(entry, faces), dialect));
        switch (dialect) {
            case LEGACY -> legacy = encoded;
            case STANDARD -> standard = encoded;
        }
        return encoded;
    }

    private boolean anyFace() {
        for (GroupFace face : faces) {
            if (face != null) {
                return true;
            }
        }
        return false;
    }
}

package io.github.raftns.namesrv.view;

/**
 * Stands for one set of group faces: views that carry the same instance have the same faces. Compared by identity, so that no
 * two histories can ever be mistaken for each other, and without reference to the faces, so that a cache that remembers it
 * keeps no old view alive.
 */
final class FacesVersion {}

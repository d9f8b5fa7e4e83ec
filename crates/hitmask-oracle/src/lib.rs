//! Brute force answers that hitmask is checked against.

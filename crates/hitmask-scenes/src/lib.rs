//! Seeded scenes for hitmask tests, benches and demos.

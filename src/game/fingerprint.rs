//! A hash of the changes and questions of an effect. It must be the same each time the effect runs.

use std::hash::Hasher;

/// A hasher with a fixed algorithm, the same on every platform.
pub(super) struct Fingerprint(pub(super) u64);

impl Hasher for Fingerprint {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for eight in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..eight.len()].copy_from_slice(eight);
            self.write_u64(u64::from_le_bytes(padded));
        }
        // The length is hashed too, so that zeros at the end change the hash.
        self.write_usize(bytes.len());
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }
}

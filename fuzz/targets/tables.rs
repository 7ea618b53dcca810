#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| newcatan_fuzz::fuzzing::tables::run(data));

#![cfg_attr(fuzzing, no_main)]
hitmask_fuzz::target!(c_calls);

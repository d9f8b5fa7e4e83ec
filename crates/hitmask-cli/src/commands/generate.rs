//! `hitmask completions` and `hitmask man`: both are made from the definition of the command line.

use crate::args::{CompletionsArgs, ManArgs, definition};
use crate::error::Error;
use crate::output::{TOUCH, print_bytes};

pub(crate) fn completions(args: &CompletionsArgs) -> Result<u8, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut definition(), "hitmask", &mut script);
    print_bytes(&mut std::io::stdout(), &script).map(|_| TOUCH)
}

pub(crate) fn man(args: &ManArgs) -> Result<u8, Error> {
    let mut program = definition();
    // This gives the commands their full names and their help.
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            // The page is named "hitmask-check", as manual pages of commands are.
            Some(command) => command.clone(),
            None => {
                let names: Vec<_> = program.get_subcommands().map(clap::Command::get_name).collect();
                return Err(Error::NoSuchCommand { wanted: name.clone(), known: names.join(", ") });
            }
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(|error| Error::Print(error.into()))?;
    print_bytes(&mut std::io::stdout(), &page).map(|_| TOUCH)
}

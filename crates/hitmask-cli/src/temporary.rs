//! Temporary files, which become output files when they are complete. None is left behind, whether an error or a signal ends the
//! program.

use std::fs::{File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{NamedTempFile, TempPath};

/// The paths of the temporary files that exist. A signal removes these.
static EXISTING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn existing() -> MutexGuard<'static, Vec<PathBuf>> {
    EXISTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file beside its target.
pub(crate) struct TemporaryFile {
    file: File,
    /// Always there until the file is dropped or renamed.
    path: Option<TempPath>,
}

impl TemporaryFile {
    /// A new file in a folder. It has these permissions, or those of any new file.
    pub(crate) fn new_in(folder: &Path, permissions: Option<Permissions>) -> io::Result<Self> {
        #[cfg(unix)]
        signals::watch()?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".hitmask-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // A signal waits for the lock, so it never misses a file.
        let mut existing = existing();
        // The error of `tempfile` would name the temporary file, which the user does not know.
        let file = builder.tempfile_in(folder).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::Error::other("there is no such folder"),
            kind => error.raw_os_error().map_or(io::Error::from(kind), io::Error::from_raw_os_error),
        })?;
        existing.push(file.path().to_path_buf());
        drop(existing);
        let (file, path) = NamedTempFile::into_parts(file);
        let temporary = TemporaryFile { file, path: Some(path) };
        if let Some(permissions) = permissions {
            temporary.file.set_permissions(permissions)?;
        }
        Ok(temporary)
    }

    /// Gives the file its name, after its bytes have reached the disk: a crash leaves either the old file or the new one.
    pub(crate) fn rename_to(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        let Some(path) = self.path.take() else { return Ok(()) };
        let mut existing = existing();
        let name = path.to_path_buf();
        // A failed rename drops the path, which removes the file.
        let renamed = path.persist(target).map_err(|error| error.error);
        existing.retain(|other| *other != name);
        renamed
    }
}

impl io::Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            let mut existing = existing();
            let name = path.to_path_buf();
            drop(path);
            existing.retain(|other| *other != name);
        }
    }
}

#[cfg(unix)]
mod signals {
    //! Removes the temporary files when a signal ends the program.

    use std::fs;
    use std::io;
    use std::sync::Once;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::existing;

    /// Starts to watch for signals, once.
    pub(super) fn watch() -> io::Result<()> {
        static STARTED: Once = Once::new();
        let mut result = Ok(());
        STARTED.call_once(|| result = start());
        result
    }

    fn start() -> io::Result<()> {
        let ignored = ignored();
        let watched = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored & 1 << (signal - 1) == 0);
        let mut signals = Signals::new(watched)?;
        let wait = move || {
            for signal in signals.forever() {
                // The lock is never given back: no other file is made or renamed before the program ends.
                let existing = existing();
                for path in existing.iter() {
                    let _ = fs::remove_file(path);
                }
                // Ends the program as the signal does by itself.
                let _ = emulate_default_handler(signal);
            }
        };
        thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
    }

    /// The signals that the program was told to ignore, such as by `nohup`: bit n - 1 for signal n. It is known on Linux only.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }
}

//! Patterns for names of sprites: `*` is any text without a `/`, `?` any letter but `/`, `**` any text, and `**/` any number of folders.

/// A pattern, as users write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Glob(Vec<Part>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// This letter.
    Letter(char),
    /// Any letter but `/`.
    One,
    /// Any text without `/`.
    Text,
    /// Any text.
    DeepText,
    /// Any number of folders, each with its `/`: either nothing, or what `InFolders` takes.
    Folders,
    /// A text that ends with `/`.
    InFolders,
}

impl Glob {
    /// Every text is a pattern. One without a `/` is compared with the name of the file alone, in whatever folder it is.
    pub(crate) fn new(pattern: &str) -> Glob {
        let mut parts = Vec::new();
        if !pattern.contains('/') {
            parts.extend([Part::Folders, Part::InFolders]);
        }
        let mut rest = pattern;
        while let Some(letter) = rest.chars().next() {
            let (length, new): (usize, &[Part]) = if rest.starts_with("**/") {
                (3, &[Part::Folders, Part::InFolders])
            } else if rest.starts_with("**") {
                (2, &[Part::DeepText])
            } else {
                match letter {
                    '*' => (1, &[Part::Text]),
                    '?' => (1, &[Part::One]),
                    _ => (letter.len_utf8(), &[Part::Letter(letter)]),
                }
            };
            parts.extend(new);
            rest = &rest[length..];
        }
        Glob(parts)
    }

    /// Whether the whole name matches. Linear in the length of the name times that of the pattern.
    pub(crate) fn matches(&self, name: &str) -> bool {
        // Which parts may come next; the last place is the end of the pattern.
        let mut next = vec![false; self.0.len() + 1];
        self.reach(&mut next, 0);
        for letter in name.chars() {
            let now = std::mem::replace(&mut next, vec![false; self.0.len() + 1]);
            for (at, part) in self.0.iter().enumerate().filter(|&(at, _)| now[at]) {
                match *part {
                    Part::Letter(wanted) if wanted == letter => self.reach(&mut next, at + 1),
                    Part::One if letter != '/' => self.reach(&mut next, at + 1),
                    Part::Text if letter != '/' => self.reach(&mut next, at),
                    Part::DeepText => self.reach(&mut next, at),
                    Part::InFolders => {
                        next[at] = true;
                        if letter == '/' {
                            self.reach(&mut next, at + 1);
                        }
                    }
                    _ => {}
                }
            }
        }
        next[self.0.len()]
    }

    /// Marks a part, and those after it that are reached without a letter.
    fn reach(&self, next: &mut [bool], at: usize) {
        next[at] = true;
        match self.0.get(at) {
            Some(Part::Text | Part::DeepText) => self.reach(next, at + 1),
            Some(Part::Folders) => {
                next[at + 1] = true;
                self.reach(next, at + 2);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Glob;

    #[test]
    fn patterns() {
        for (pattern, yes, no) in [
            ("*.png", &["a.png", "x/y/a.png", ".png"][..], &["a.pngx", "png", "a.png/b"][..]),
            ("a/*.png", &["a/b.png"], &["a/b/c.png", "b.png", "x/a/b.png"]),
            ("a/**", &["a/b", "a/b/c", "a/"], &["a", "ba/c"]),
            ("**/b.png", &["b.png", "a/b.png", "a/c/b.png"], &["ab.png", "a/bb.png"]),
            ("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["ab", "a/xb", "a/x/yb"]),
            ("?x", &["ax", "größe/öx"], &["x", "/x", "aax"]),
            ("größe*", &["größe", "größer.png"], &["grösse"]),
            ("*a*b*c*", &["abc", "xaxbxcx", "aabbcc"], &["acb", "ab"]),
            ("", &[""], &["a"]),
            ("**", &["", "a", "a/b"], &[]),
        ] {
            let glob = Glob::new(pattern);
            yes.iter().for_each(|name| assert!(glob.matches(name), "{pattern} {name}"));
            no.iter().for_each(|name| assert!(!glob.matches(name), "{pattern} {name}"));
        }
        // Many stars take no longer than a few.
        assert!(!Glob::new(&"*a".repeat(50)).matches(&"a".repeat(49)));
    }
}

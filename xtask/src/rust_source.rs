//! A small part of Rust's grammar: enough to read which paths a file uses and which types it declares.

/// A word, a number, `::`, or any other single character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    /// The line, counted from 1.
    pub(crate) line: usize,
}

/// The tokens of a file without its comments, strings, lifetimes and test code.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    without_tests(&all_tokens(source))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn all_tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let (mut tokens, mut i, mut line) = (Vec::new(), 0, 1);
    while i < bytes.len() {
        let end = match at(i) {
            b'/' if at(i + 1) == b'/' => end_of_line(bytes, i),
            b'/' if at(i + 1) == b'*' => end_of_block_comment(bytes, i),
            b'"' => end_of_string(bytes, i + 1),
            b'\'' => end_of_quote(bytes, i),
            b'b' | b'c' | b'r' if raw_string(bytes, i).is_some() => raw_string(bytes, i).unwrap_or(i + 1),
            b'b' | b'c' if at(i + 1) == b'"' => end_of_string(bytes, i + 2),
            b'b' if at(i + 1) == b'\'' => end_of_quote(bytes, i + 1),
            byte if is_word(byte) => {
                let length = bytes[i..].iter().take_while(|&&byte| is_word(byte)).count();
                tokens.push(Token { text: &source[i..i + length], line });
                i + length
            }
            byte if byte.is_ascii_whitespace() => i + 1,
            b':' if at(i + 1) == b':' => {
                tokens.push(Token { text: &source[i..i + 2], line });
                i + 2
            }
            _ => {
                tokens.push(Token { text: &source[i..=i], line });
                i + 1
            }
        };
        let end = end.min(bytes.len());
        line += bytes[i..end].iter().filter(|&&byte| byte == b'\n').count();
        i = end;
    }
    tokens
}

fn end_of_line(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |length| from + length)
}

/// Block comments nest.
fn end_of_block_comment(bytes: &[u8], from: usize) -> usize {
    let (mut depth, mut i) = (0, from);
    while i < bytes.len() {
        match &bytes[i..] {
            [b'/', b'*', ..] => (depth, i) = (depth + 1, i + 2),
            [b'*', b'/', ..] => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            break;
        }
    }
    i
}

/// The position after the closing quote of a string whose first character is at `i`.
fn end_of_string(bytes: &[u8], mut i: usize) -> usize {
    while i < bytes.len() && bytes[i] != b'"' {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    i + 1
}

/// The position after a raw string that begins at `i`: `r"..."`, `r#"..."#`, `br"..."`, `cr"..."`. None if there is none. A raw identifier
/// such as `r#type` is not a raw string.
fn raw_string(bytes: &[u8], i: usize) -> Option<usize> {
    let rest = bytes.get(i..)?;
    let after_r = match rest {
        [b'r', rest @ ..] | [b'b' | b'c', b'r', rest @ ..] => rest,
        _ => return None,
    };
    let hashes = after_r.iter().take_while(|&&byte| byte == b'#').count();
    let text = after_r[hashes..].strip_prefix(b"\"")?;
    let begin = bytes.len() - text.len();
    let closing = |j: &usize| {
        bytes[*j] == b'"' && bytes[j + 1..].iter().take_while(|&&byte| byte == b'#').count() >= hashes
    };
    Some((begin..bytes.len()).find(closing).map_or(bytes.len(), |end| end + 1 + hashes))
}

/// The position after a character literal or a lifetime whose quote is at `i`.
fn end_of_quote(bytes: &[u8], i: usize) -> usize {
    if bytes.get(i + 1) == Some(&b'\\') {
        // The character after the backslash may be a quote.
        let rest = bytes.get(i + 3..).unwrap_or_default();
        return rest.iter().position(|&byte| byte == b'\'').map_or(bytes.len(), |length| i + 4 + length);
    }
    let length = bytes[i + 1..].iter().take_while(|&&byte| is_word(byte)).count();
    match bytes.get(i + 1 + length) {
        // 'a', or a character of several bytes.
        Some(b'\'') if length > 0 => i + 2 + length,
        // '+'
        _ if length == 0 && bytes.get(i + 2) == Some(&b'\'') => i + 3,
        // 'a without a closing quote is a lifetime.
        _ => i + 1 + length,
    }
}

/// Leaves out the items under `#[cfg(test)]`, together with the attribute.
fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    const ATTRIBUTE: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        if tokens[i..].iter().map(|token| token.text).take(7).eq(ATTRIBUTE) {
            i = end_of_item(tokens, i + 7);
        } else {
            kept.push(tokens[i]);
            i += 1;
        }
    }
    kept
}

/// The position after the item that begins at `i`: after its `;`, or after the `}` of its first outermost block.
fn end_of_item(tokens: &[Token<'_>], mut i: usize) -> usize {
    let mut depth = 0_usize;
    while i < tokens.len() {
        match tokens[i].text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    // `use a::{b};` continues after its brace.
                    let goes_on = tokens.get(i + 1).is_some_and(|token| token.text == ";");
                    return i + 1 + usize::from(goes_on);
                }
            }
            ";" if depth == 0 => return i + 1,
            _ => {}
        }
        i += 1;
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_strings_are_left_out() {
        let source = r##"
            /// See crate::a.
            use /* crate::b /* nested */ crate::c */ crate::d; // crate::e
            const T: &str = "crate::f \" crate::g";
            const R: &str = r#"crate::h " crate::i"#;
            const B: &[u8] = br"crate::j\";
        "##;
        assert_eq!(
            texts(source).join(" "),
            "use crate :: d ; const T : & str = ; const R : & str = ; const B : & [ u8 ] = ;"
        );
    }

    #[test]
    fn quotes_are_characters_or_lifetimes() {
        let source = r"fn f<'a>(x: &'a u8) -> char { match x { 'b' => '\'', '\u{41}' => 'é', '{' => b'}', '_' => 'x' } }";
        assert_eq!(
            texts(source).join(" "),
            "fn f < > ( x : & u8 ) - > char { match x { = > , = > , = > , = > } }"
        );
    }

    #[test]
    fn tokens_know_their_line() {
        let found: Vec<_> =
            tokens("a\n/* \n */ \"\n\" b::c").iter().map(|token| (token.text, token.line)).collect();
        assert_eq!(found, [("a", 1), ("b", 4), ("::", 4), ("c", 4)]);
    }

    #[test]
    fn test_code_is_left_out() {
        let source = "
            #[cfg(test)] use crate::a::{b, c};
            #[cfg(test)] #[allow(x)] mod tests { fn f() { g(&[1; 2]); } }
            #[cfg(test)] const A: [u8; 2] = [1; 2];
            #[cfg(test)] fn t(a: [u8; 2]) -> u8 { 0 }
            #[cfg(feature = \"std\")] struct S;
            fn kept() {}";
        assert_eq!(texts(source).join(" "), "# [ cfg ( feature = ) ] struct S ; fn kept ( ) { }");
    }
}

//! The pixels of a mask object: the library's mask, and the words of a view onto them if there is one.

use crate::prelude::*;
use std::ffi::c_ulong;
#[cfg(any(windows, target_pointer_width = "32"))]
use std::sync::atomic::AtomicU32 as SharedWord;
#[cfg(not(any(windows, target_pointer_width = "32")))]
use std::sync::atomic::AtomicU64 as SharedWord;

/// One word of a view: as many pixels as a C `unsigned long` has bits, the leftmost in the lowest bit. pygame's masks have these words.
pub(crate) type Word = c_ulong;
/// Pixels in a word.
pub(crate) const WORD: u32 = Word::BITS;

/// A mask, its views, and what is kept of it until the next edit.
#[derive(Default)]
pub(crate) struct Pixels {
    mask: Held,
    /// The words that views of the buffer protocol show. Whoever holds a view may change them at any time.
    shared: Option<Arc<Words>>,
    /// The words, kept for questions in pygame's order.
    grid: Option<Box<Grid>>,
    /// The outline in pygame's order.
    outline: KeptOutline,
    /// The size as a tuple of Python: to make it takes most of the time of `get_size`.
    size: Option<Late<PyTuple>>,
    /// The arguments that `__new__` has made the mask of, until the first edit.
    made_of: Option<Late<PyTuple>>,
    /// How many edits there were.
    edits: u64,
}

/// Where the mask is. Most masks belong to one object alone, and lie in it: then a new mask needs one allocation less.
enum Held {
    Own(Mask),
    /// Copies of the object, and questions that run without Python's lock, have it as well. An edit copies it if one of them still does.
    Shared(Arc<Mask>),
}

impl Default for Held {
    fn default() -> Held {
        Held::Own(Mask::default())
    }
}

impl Held {
    #[inline]
    fn get(&self) -> &Mask {
        match self {
            Held::Own(mask) => mask,
            Held::Shared(mask) => mask,
        }
    }

    fn share(&mut self) -> Arc<Mask> {
        match self {
            Held::Own(mask) => {
                let mask = Arc::new(std::mem::take(mask));
                *self = Held::Shared(Arc::clone(&mask));
                mask
            }
            Held::Shared(mask) => Arc::clone(mask),
        }
    }

    /// The mask, to be changed. It is copied if others have it.
    #[inline]
    fn own(&mut self) -> &mut Mask {
        if let Held::Shared(_) = self {
            self.take_own();
        }
        match self {
            Held::Own(mask) => mask,
            Held::Shared(_) => unreachable!("a shared mask was just made its own"),
        }
    }

    #[cold]
    fn take_own(&mut self) {
        if let Held::Shared(shared) = std::mem::take(self) {
            *self = Held::Own(Arc::unwrap_or_clone(shared));
        }
    }
}

/// The points of an outline as a tuple of Python. Most of an outline's time makes the tuples, so those of a mask that is asked again are
/// kept.
#[derive(Default)]
pub(crate) enum KeptOutline {
    /// Nobody asked since the last edit.
    #[default]
    Unknown,
    /// It was asked for once.
    Asked,
    Known(Late<PyTuple>),
}

/// The words of a mask, column by column.
pub(crate) struct Grid {
    words: Box<[Word]>,
    pub(crate) w: u32,
    pub(crate) h: u32,
}

impl Grid {
    fn of(mask: &Mask) -> Grid {
        let (w, h) = mask.size();
        let mut words = vec![0; (w.div_ceil(WORD) * h) as usize].into_boxed_slice();
        for_each_word(mask, |column, y, word| words[column * h as usize + y] = word);
        Grid { words, w, h }
    }

    /// The words of a column, from the top.
    #[inline]
    pub(crate) fn column(&self, column: u32) -> &[Word] {
        &self.words[(column * self.h) as usize..][..self.h as usize]
    }
}

/// The words of a mask, column by column, for views of the buffer protocol. Who holds a view may write a word while another thread reads it.
pub(crate) struct Words {
    words: Box<[SharedWord]>,
    /// Columns and rows.
    pub(crate) shape: [isize; 2],
    /// Bytes from column to column and from row to row.
    pub(crate) strides: [isize; 2],
}

impl Pixels {
    #[inline]
    pub(crate) fn new(mask: Mask) -> Pixels {
        Pixels::of(Held::Own(mask))
    }

    /// A mask that was made of these arguments, which are numbers.
    #[inline]
    pub(crate) fn made_of(mask: Mask, args: Py<PyTuple>) -> Pixels {
        Pixels { made_of: Some(Late::new(args)), ..Pixels::new(mask) }
    }

    /// The arguments that the mask was made of, if nothing has edited it since. They are forgotten.
    #[inline]
    pub(crate) fn take_made_of(&mut self) -> Option<Late<PyTuple>> {
        self.made_of.take()
    }

    pub(crate) fn of_shared(mask: Arc<Mask>) -> Pixels {
        Pixels::of(Held::Shared(mask))
    }

    #[inline]
    fn of(mask: Held) -> Pixels {
        Pixels {
            mask,
            shared: None,
            grid: None,
            outline: KeptOutline::Unknown,
            size: None,
            made_of: None,
            edits: 0,
        }
    }

    /// Forgets what was kept. To be called by every edit.
    #[inline(always)]
    fn forget(&mut self) {
        self.edits += 1;
        if self.grid.is_some() || self.made_of.is_some() || !matches!(self.outline, KeptOutline::Unknown) {
            self.drop_kept();
        }
    }

    #[cold]
    fn drop_kept(&mut self) {
        self.grid = None;
        self.made_of = None;
        self.outline = KeptOutline::Unknown;
    }

    /// Puts another mask in the place of this one. Views of the old mask keep its words.
    #[inline]
    pub(crate) fn replace(&mut self, mask: Mask) {
        self.mask = Held::Own(mask);
        self.shared = None;
        self.size = None;
        self.forget();
    }

    /// Takes over what was written through views. Must be called before [`Pixels::seen`].
    #[inline]
    pub(crate) fn take_over(&mut self) {
        if self.shared.is_some() {
            self.take_over_words();
        }
    }

    #[cold]
    fn take_over_words(&mut self) {
        let Some(words) = &mut self.shared else { return };
        let (w, h) = self.mask.get().size();
        // This one is ours. If there is no other, no view is left. That is asked first: what is written through a view and then released is
        // read below, in this call or in the next one.
        let is_last = Arc::get_mut(words).is_some();
        let mask = words.to_mask(w, h);
        if is_last {
            self.shared = None;
        }
        if mask != *self.mask.get() {
            self.mask = Held::Own(mask);
            self.forget();
        }
    }

    /// The mask, after [`Pixels::take_over`].
    #[inline]
    pub(crate) fn seen(&self) -> &Mask {
        self.mask.get()
    }

    /// The mask.
    #[inline]
    pub(crate) fn mask(&mut self) -> &Mask {
        self.take_over();
        self.mask.get()
    }

    /// The mask, for a question that outlives Python's lock.
    pub(crate) fn snapshot(&mut self) -> Arc<Mask> {
        self.take_over();
        self.mask.share()
    }

    /// Whether the mask has more pixels than that. After [`Pixels::take_over`].
    #[inline]
    pub(crate) fn is_longer(&self, long: u64) -> bool {
        let (w, h) = self.seen().size();
        u64::from(w) * u64::from(h) > long
    }

    /// The same as the last [`Pixels::snapshot`], if there was no edit in between.
    pub(crate) fn last_snapshot(&self) -> Arc<Mask> {
        match &self.mask {
            Held::Own(mask) => Arc::new(mask.clone()),
            Held::Shared(mask) => Arc::clone(mask),
        }
    }

    /// Calls `f` with the mask, and shows its edits in views. The size stays the same.
    #[inline(always)]
    pub(crate) fn edit<R>(&mut self, f: impl FnOnce(&mut Mask) -> R) -> R {
        self.take_over();
        self.forget();
        let result = f(self.mask.own());
        if let Some(words) = &self.shared {
            words.show(self.mask.get());
        }
        result
    }

    /// The words for questions in pygame's order, if they are known. Must be called after [`Pixels::take_over`].
    #[inline]
    pub(crate) fn known_grid(&self) -> Option<&Grid> {
        self.grid.as_deref()
    }

    /// Makes sure that the words are known.
    pub(crate) fn know_grid(&mut self) {
        self.take_over();
        self.grid.get_or_insert_with(|| Box::new(Grid::of(self.mask.get())));
    }

    /// How many edits there were so far.
    pub(crate) fn edits(&mut self) -> u64 {
        self.take_over();
        self.edits
    }

    /// What is known of the outline. After [`Pixels::take_over`].
    pub(crate) fn outline(&mut self) -> &mut KeptOutline {
        &mut self.outline
    }

    /// The size as a tuple, if it is known. Edits keep the size, so they keep this.
    pub(crate) fn size(&mut self) -> &mut Option<Late<PyTuple>> {
        &mut self.size
    }

    /// Lets go of Python's objects. Nothing may be borrowed, as that may run Python code.
    #[inline]
    pub(crate) fn end(&mut self) {
        drop(self.size.take().map(Late::now));
        drop(self.made_of.take().map(Late::now));
        if let KeptOutline::Known(points) = std::mem::take(&mut self.outline) {
            drop(points.now());
        }
    }

    /// The words for one more view.
    pub(crate) fn share(&mut self) -> Arc<Words> {
        self.take_over();
        Arc::clone(self.shared.get_or_insert_with(|| Arc::new(Words::of(self.mask.get()))))
    }
}

impl Words {
    fn of(mask: &Mask) -> Words {
        let (w, h) = (mask.width(), mask.height() as usize);
        let columns = w.div_ceil(WORD).max(1) as usize;
        let bytes = size_of::<Word>() as isize;
        let words = Words {
            words: (0..columns * h).map(|_| SharedWord::new(0)).collect(),
            shape: [columns as isize, if w == 0 { 0 } else { h as isize }],
            strides: [if w == 0 { 0 } else { h as isize * bytes }, bytes],
        };
        words.show(mask);
        words
    }

    /// Where the words lie.
    pub(crate) fn start(&self) -> *mut Word {
        self.words.first().map_or(std::ptr::NonNull::dangling().as_ptr(), SharedWord::as_ptr)
    }

    /// The number of bytes in a view.
    pub(crate) fn bytes(&self) -> isize {
        self.shape[0] * self.shape[1] * size_of::<Word>() as isize
    }

    /// Writes the pixels of the mask, which has the size of the one that the words were made of.
    fn show(&self, mask: &Mask) {
        for_each_word(mask, |column, y, word| {
            self.words[column * mask.height() as usize + y].store(word, Ordering::Relaxed);
        });
    }

    /// Reads the pixels.
    fn to_mask(&self, w: u32, h: u32) -> Mask {
        from_columns(w, h, |column, y| self.words[column * h as usize + y].load(Ordering::Relaxed))
    }
}

/// Calls `f` with the column, the row and the word, for each word of a mask.
pub(crate) fn for_each_word(mask: &Mask, mut f: impl FnMut(usize, usize, Word)) {
    let mut rows = vec![0; mask.height() as usize];
    for x in (0..mask.width()).step_by(64) {
        mask.__copy_column64(x / 64, &mut rows);
        // One word of ours is one of a view, or two.
        for x in (x..mask.width().min(x + 64)).step_by(WORD as usize) {
            for (y, row) in rows.iter().enumerate() {
                f((x / WORD) as usize, y, (row >> (x % 64)) as Word);
            }
        }
    }
}

/// A mask whose words are `f(column, row)`. The size must be legal.
pub(crate) fn from_columns(w: u32, h: u32, f: impl Fn(usize, usize) -> Word) -> Mask {
    let (columns, h_rows) = (w.div_ceil(WORD) as usize, h as usize);
    let mut words = vec![0; columns * h_rows];
    for column in 0..columns {
        for y in 0..h_rows {
            words[y * columns + column] = f(column, y).reverse_bits();
        }
    }
    #[cfg(not(any(windows, target_pointer_width = "32")))]
    return Mask::from_row_words64(w, h, &words).expect("the words are as many as the size asks for");
    #[cfg(any(windows, target_pointer_width = "32"))]
    return Mask::from_row_words32(w, h, &words).expect("the words are as many as the size asks for");
}

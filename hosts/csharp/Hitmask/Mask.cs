using System;
using System.Runtime.InteropServices;

namespace Hitmask
{
    /// <summary>The solid pixels of a picture.</summary>
    public sealed unsafe partial class Mask
    {
        /// <summary>
        /// A mask of pixels of four bytes, of which the last is the alpha (RGBA or BGRA): Color of MonoGame and FNA, Color32 of Unity, bytes.
        /// A pixel is solid if its alpha is at least the threshold.
        /// </summary>
        public static Mask FromPixels<T>(ReadOnlySpan<T> pixels, int width, int height, byte threshold = 128) where T : struct
        {
            return FromPixels(pixels, width, new Rect(0, 0, Size(width), Size(height)), threshold);
        }

        /// <summary>A mask of a part of a picture: a source rectangle of an atlas whose rows have `width` pixels.</summary>
        public static Mask FromPixels<T>(ReadOnlySpan<T> pixels, int width, Rect source, byte threshold = 128) where T : struct
        {
            ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(pixels);
            ulong pitch = Size(width) * 4UL;
            if (source.X < 0 || source.Y < 0 || source.X + (long)source.W > width) throw new ArgumentOutOfRangeException(nameof(source));
            long first = source.Y * (long)pitch + source.X * 4L;
            long end = source.H == 0 ? 0 : first + (source.H - 1L) * (long)pitch + source.W * 4L;
            if (end > bytes.Length) throw new ArgumentException("there are too few pixels", nameof(pixels));
            IntPtr made;
            fixed (byte* start = &MemoryMarshal.GetReference(bytes))
            {
                // The library wants an address even where there are no pixels.
                byte none;
                byte* from = bytes.IsEmpty ? &none : start + (end == 0 ? 0 : first);
                Native.Check(Native.hitmask_mask_from_rgba8(source.W, source.H, from, (UIntPtr)pitch, threshold, &made));
            }
            return new Mask(made);
        }

        /// <summary>A mask of alphas, one byte a pixel.</summary>
        public static Mask FromAlpha(ReadOnlySpan<byte> alpha, int width, int height, byte threshold = 128)
        {
            if (alpha.Length < (long)width * height) throw new ArgumentException("there are too few pixels", nameof(alpha));
            IntPtr made;
            fixed (byte* start = &MemoryMarshal.GetReference(alpha))
            {
                byte none;
                byte* from = alpha.IsEmpty ? &none : start;
                Native.Check(Native.hitmask_mask_from_alpha(Size(width), Size(height), from, (UIntPtr)width, threshold, &made));
            }
            return new Mask(made);
        }

        /// <summary>A mask with every pixel solid.</summary>
        public static Mask Filled(int width, int height)
        {
            IntPtr made;
            Native.Check(Native.hitmask_mask_filled(Size(width), Size(height), &made));
            return new Mask(made);
        }

        /// <summary>Its width in pixels.</summary>
        public int Width => Sides.X;

        /// <summary>Its height in pixels.</summary>
        public int Height => Sides.Y;

        /// <summary>How many pixels are solid.</summary>
        public long Count
        {
            get
            {
                ulong count;
                return Native.Got(Native.hitmask_mask_count(this, &count), (long)count);
            }
        }

        /// <summary>Whether a pixel is solid. Pixels outside are clear.</summary>
        public bool this[int x, int y]
        {
            get
            {
                NativeBool solid;
                return Native.Got(Native.hitmask_mask_get(this, new Point(x, y), &solid), solid);
            }
            set => Native.Check(Native.hitmask_mask_set(this, new Point(x, y), value));
        }

        /// <summary>Whether both have a solid pixel in common. (dx, dy) is the other's upper left corner minus this one's.</summary>
        public bool Overlaps(Mask other, int dx, int dy)
        {
            NativeBool hit;
            return Native.Got(Native.hitmask_mask_overlaps(this, other, new Point(dx, dy), &hit), hit);
        }

        /// <summary>How many pixels are solid in both.</summary>
        public long OverlapArea(Mask other, int dx, int dy)
        {
            ulong area;
            return Native.Got(Native.hitmask_mask_overlap_area(this, other, new Point(dx, dy), &area), (long)area);
        }

        /// <summary>The first pixel that is solid in both, the topmost and then the leftmost, in pixels of this mask.</summary>
        public bool FirstOverlap(Mask other, int dx, int dy, out Point pixel)
        {
            Point first = default(Point);
            NativeBool found;
            return Native.Found(Native.hitmask_mask_first_overlap(this, other, new Point(dx, dy), &first, &found), found, first, out pixel);
        }

        /// <summary>Whether two drawn sprites cover a pixel of the screen in common.</summary>
        public bool Overlaps(in Pose pose, Mask other, in Pose otherPose)
        {
            Placed a = At(pose), b = other.At(otherPose);
            NativeBool hit;
            int status = Native.hitmask_placed_overlaps(&a, &b, (int)PixelRule.Raster, &hit);
            KeepAlive(other);
            Native.Check(status);
            return hit;
        }

        /// <summary>How many pixels of the screen two drawn sprites cover in common.</summary>
        public long OverlapArea(in Pose pose, Mask other, in Pose otherPose)
        {
            Placed a = At(pose), b = other.At(otherPose);
            ulong area;
            int status = Native.hitmask_placed_overlap_area(&a, &b, &area);
            KeepAlive(other);
            Native.Check(status);
            return (long)area;
        }

        /// <summary>The first pixel of the screen that two drawn sprites cover in common.</summary>
        public bool FirstOverlap(in Pose pose, Mask other, in Pose otherPose, out Point pixel)
        {
            Placed a = At(pose), b = other.At(otherPose);
            Point first = default(Point);
            NativeBool found;
            int status = Native.hitmask_placed_first_overlap(&a, &b, &first, &found);
            KeepAlive(other);
            Native.Check(status);
            pixel = first;
            return found;
        }

        /// <summary>The pixels of the screen that the drawn sprite covers, and where the upper left one lies.</summary>
        public Mask Bake(in Pose pose, out Point corner)
        {
            Placed placed = At(pose);
            IntPtr made;
            Point at;
            int status = Native.hitmask_placed_bake(&placed, &made, &at);
            KeepAlive(this);
            Native.Check(status);
            corner = at;
            return new Mask(made);
        }

        private Point Sides
        {
            get
            {
                uint w, h;
                Native.Check(Native.hitmask_mask_size(this, &w, &h));
                return new Point((int)w, (int)h);
            }
        }

        private Placed At(in Pose pose) => new Placed { Shape = Native.hitmask_shape_mask(this), Pose = pose };

        private void KeepAlive(Mask other)
        {
            GC.KeepAlive(this);
            GC.KeepAlive(other);
        }

        private static uint Size(int side)
        {
            if (side < 0) throw new ArgumentOutOfRangeException(nameof(side), "a side is negative");
            return (uint)side;
        }
    }
}

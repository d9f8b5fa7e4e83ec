using System;
using System.Runtime.InteropServices;

namespace Hitmask
{
    /// <summary>What the library refuses, with its own sentence.</summary>
    public sealed class HitmaskException : Exception
    {
        /// <summary>The reason.</summary>
        public Status Status { get; }

        internal HitmaskException(Status status, string message) : base(message)
        {
            Status = status;
        }
    }

    /// <summary>An object of the library. Dispose of it when you don't need it any more; otherwise the garbage collector frees it.</summary>
    public abstract class NativeObject : SafeHandle
    {
        internal NativeObject(IntPtr made) : base(IntPtr.Zero, true)
        {
            SetHandle(made);
        }

        /// <summary>Whether there is no object.</summary>
        public override bool IsInvalid => handle == IntPtr.Zero;

        /// <summary>The pointer for a struct. Keep this object alive until the call has returned, with GC.KeepAlive.</summary>
        internal IntPtr Pointer
        {
            get
            {
                if (IsClosed) throw new ObjectDisposedException(GetType().Name);
                return handle;
            }
        }
    }

    /// <summary>A bool of C: one byte.</summary>
    public readonly struct NativeBool
    {
        private readonly byte value;

        private NativeBool(bool value)
        {
            this.value = value ? (byte)1 : (byte)0;
        }

        /// <summary>Its value.</summary>
        public static implicit operator bool(NativeBool native) => native.value != 0;

        /// <summary>A bool of this value.</summary>
        public static implicit operator NativeBool(bool value) => new NativeBool(value);
    }

    /// <summary>Names a collider of a world. A stale one is refused.</summary>
    public readonly struct Handle : IEquatable<Handle>, IComparable<Handle>
    {
        /// <summary>The number that the library knows.</summary>
        public readonly ulong Value;

        /// <summary>A handle of a number.</summary>
        public Handle(ulong value)
        {
            Value = value;
        }

        /// <inheritdoc/>
        public bool Equals(Handle other) => Value == other.Value;

        /// <inheritdoc/>
        public override bool Equals(object other) => other is Handle handle && Equals(handle);

        /// <inheritdoc/>
        public override int GetHashCode() => Value.GetHashCode();

        /// <inheritdoc/>
        public int CompareTo(Handle other) => Value.CompareTo(other.Value);

        /// <summary>Whether both name the same collider.</summary>
        public static bool operator ==(Handle a, Handle b) => a.Value == b.Value;

        /// <summary>Whether they name different colliders.</summary>
        public static bool operator !=(Handle a, Handle b) => a.Value != b.Value;
    }

    public static unsafe partial class Native
    {
        /// <summary>The library's name: libhitmask.so, libhitmask.dylib or hitmask.dll.</summary>
        public const string Library = "hitmask";

        /// <summary>The version of the library, such as "0.1.0".</summary>
        public static string Version => Text(hitmask_version());

        internal static void Check(int status)
        {
            if (status != 0) throw new HitmaskException((Status)status, Text(hitmask_status_message(status)));
        }

        /// <summary>An answer, if the call that has written it was not refused.</summary>
        internal static T Got<T>(int status, T answer)
        {
            Check(status);
            return answer;
        }

        /// <summary>The same for one that may be missing.</summary>
        internal static bool Found<T>(int status, bool found, T answer, out T to)
        {
            to = Got(status, answer);
            return found;
        }

        internal static void Check(int status, Error* error)
        {
            if (status == 0) return;
            if (error->Message[0] == 0) Check(status);
            throw new HitmaskException((Status)status, Text(error->Message));
        }

        private static string Text(byte* text)
        {
            int length = 0;
            while (text[length] != 0) length++;
            return System.Text.Encoding.UTF8.GetString(text, length);
        }
    }
}

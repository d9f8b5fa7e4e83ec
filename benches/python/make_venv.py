"""Makes benches/python/.venv with the rivals in it, from wheels only. Run it with any Python from 3.10 on; again is harmless."""

import subprocess
import venv
from pathlib import Path

here = Path(__file__).resolve().parent
folder = here / ".venv"
venv.create(folder, with_pip=True)
python = folder / "bin" / "python"
pip = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "-r", here / "requirements.txt"]
subprocess.run(pip, check=True)

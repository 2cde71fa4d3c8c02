// Loaded before a program that tests start: it ends with whoever started it, however that one ended. The line is its standard input.
process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGKILL'));
process.stdin.unref();

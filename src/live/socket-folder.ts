/**
 * The place where agents meet the coordinator: a Unix socket in a folder that only its owner may enter, which is
 * what authenticates them. A restarted coordinator opens it at the same place, where its agents knock.
 */
import { lstatSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { LiveError, messageOf } from "./errors.ts";

/** The kernel's limit is 107 bytes. */
const LONGEST = 100;

/** The recorded place, if it is still ours and private; else a new one. */
export function socketPath(recorded: string | null): string {
  if (recorded !== null && isPrivate(dirname(recorded))) return recorded;
  const path = join(mkdtempSync(join(tmpdir(), "schedlab-")), "s");
  if (Buffer.byteLength(path) <= LONGEST) return path;
  rmSync(dirname(path), { recursive: true });
  throw new LiveError("SOCKET_FAILED", `${path} is too long for a socket; set TMPDIR to a shorter folder`);
}

export async function listen(path: string, onConnection: (socket: Socket) => void): Promise<Server> {
  // What lies there is left over: the run's lock is ours, so no other coordinator listens.
  rmSync(path, { force: true });
  const server = createServer(onConnection);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new LiveError("SOCKET_FAILED", `cannot listen on ${path}: ${messageOf(error)}`)),
    );
    server.listen(path, resolve);
  });
  return server;
}

export function removeSocketFolder(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}

function isPrivate(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

/**
 * Modules that are found by their place: every file of a folder is one more rule node, or one more widget type.
 *
 * The bundle has no folders to look into. Its build (`packages/server/build`) replaces each call of `modulesIn` by the
 * imports that it stands for, so a call names folder and pattern literally.
 */

import { globSync } from 'node:fs'

/** What the modules export, by their paths in the folder, in the order of these. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Paths in `folder` that match `pattern`, sorted. Tests are no modules. */
export const filesIn = (folder: URL, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: folder, exclude: ['**/*.test.ts'] }).sort()

/** Imports the files of `folder` (with a `/` at its end) that match `pattern`. */
export async function modulesIn(folder: URL, pattern: string): Promise<Modules> {
  const files = filesIn(folder, pattern)
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await import(new URL(file, folder).href)])),
  )
}

/**
 * Modules that are found by their location: each file in a folder adds a rule node or a widget type.
 *
 * The bundle has no folders to search. Its build (`packages/server/build`) replaces each call of `modulesIn` by the
 * imports that it resolves to, so the folder and pattern of a call must be literals.
 */

import { globSync } from 'node:fs'

/** Exports of the modules by file path in the folder, sorted by path. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Paths in `folder` that match `pattern`, sorted. Test files are excluded. */
export const filesIn = (folder: URL, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: folder, exclude: ['**/*.test.ts'] }).sort()

/** Imports the files of `folder` that match `pattern`. `folder` must end with `/`. */
export async function modulesIn(folder: URL, pattern: string): Promise<Modules> {
  const files = filesIn(folder, pattern)
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await import(new URL(file, folder).href)])),
  )
}

/**
 * Schemathesis (PyPI), the API fuzzer, installed in a folder below node_modules/.cache/sonde-fuzzing.
 *
 * `requirements.txt` pins every package; each version of that file gets a separate folder.
 */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, tryAgain } from './prepare.mjs'

const requirements = join(root, 'e2e/fuzzing/requirements.txt')
const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
const folder = join(root, 'node_modules/.cache/sonde-fuzzing', version)

export const schemathesisPath = join(folder, 'bin/schemathesis')

/** Installs Schemathesis if needed. Returns why the installation failed and what to do, or null. */
export async function ensureSchemathesis() {
  if (existsSync(schemathesisPath)) return null
  process.stdout.write('Installing schemathesis …\n')
  try {
    await tryAgain('Schemathesis', install)
    return null
  } catch (error) {
    return `needs schemathesis, which pip could not install (${error.message}): give this machine a way to PyPI`
  }
}

function install() {
  // Remains of an interrupted installation.
  rmSync(folder, { recursive: true, force: true })
  const steps = [
    ['python3', ['-m', 'venv', folder]],
    [join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--no-input', '--no-compile', '-r', requirements]],
  ]
  for (const [command, args] of steps) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (status === 0) continue
    rmSync(folder, { recursive: true, force: true })
    throw new Error((stderr ?? '').trim().split('\n').at(-1))
  }
}

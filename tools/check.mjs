/**
 * `npm run check`: quick checks before a commit. Format, lint, types, layers, and the unit tests affected by changes
 * since main.
 *
 * A changed file selects the tests of its module in every package: `packages/model/src/devices` selects the unit tests
 * of `devices` in model, client and server. For the web, vitest follows imports. `npm run check -- --all` runs all unit
 * tests; `npm test` is the full test run.
 */

import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, environment, fail, node, root, run } from './prepare.mjs'
import { bin, layers, lint, rooms, sqlPlaces, types, words } from './static-checks.mjs'

const nodePackages = ['model', 'client', 'server', 'simulator']
const testFolders = [...nodePackages.map((name) => `packages/${name}/src`), 'packages/server/build']
const isAll = process.argv.includes('--all')
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** Commit at which this branch forked from main; on main, its last commit. */
function baseCommit() {
  const main = ['main', 'origin/main'].find((name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', name) !== ''
    } catch {
      return false
    }
  })
  return main ? git('merge-base', 'HEAD', main) : 'HEAD'
}

function changedFiles(base) {
  const tracked = git('diff', '--name-only', base)
  const added = git('ls-files', '--others', '--exclude-standard')
  return `${tracked}\n${added}`.split('\n').filter((file) => file !== '')
}

/** Module of a file in a package that runs on Node: its folder in `src` or `build`, or the name of a top-level file. */
function moduleOf(file) {
  const [, name, module] = /^packages\/(\w+)\/(?:src|build)\/([^/]+)/.exec(file) ?? []
  return nodePackages.includes(name) ? module.replace(/(\.test)?\.ts$/, '') : undefined
}

function nodeTests(changed) {
  const tests = testFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file}`),
  )
  const modules = new Set(changed.map(moduleOf))
  return tests.filter((file) => isAll || modules.has(moduleOf(file))).sort()
}

/** Runs commands in sequence and stops at the first failure. The output is shown only on failure. */
async function check(name, commands) {
  const started = Date.now()
  const pieces = []
  let failed = null
  for (const [command, args, options] of commands) {
    try {
      await run(command, args, { env: environment(), onOutput: (piece) => pieces.push(piece), ...options })
    } catch (error) {
      failed = error
      break
    }
  }
  if (failed) process.stdout.write(Buffer.concat(pieces))
  const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6)
  process.stdout.write(`${failed ? 'failed' : 'passed'}  ${name.padEnd(12)}${seconds} s\n`)
  if (failed) process.exitCode = 1
}

try {
  await ensureInstalled()
  const base = baseCommit()
  const changed = changedFiles(base)
  const tests = nodeTests(changed)
  const isWebConcerned = isAll || changed.some((file) => /^packages\/(web|model|client)\//.test(file))
  const unitArgs = ['--test', '--test-isolation=none', '--test-reporter=dot', '--test-timeout=180000']
  const webArgs = ['run', '--no-isolate', '--pool=threads', '--passWithNoTests', ...(isAll ? [] : ['--changed', base])]
  const unit = async (shard) => {
    const args = [...unitArgs, `--test-shard=${shard}/2`, ...tests]
    if (tests.length > 0) await check(`unit ${shard}/2`, [[node, args]])
  }
  const web = async () => {
    if (isWebConcerned) await check('web', [[bin('vitest'), webArgs, { cwd: join(root, 'packages/web') }]])
  }
  // Two parallel lanes of about the same duration, for two cores.
  await Promise.all([
    check('format, lint', [lint])
      .then(() => check('types', types))
      .then(() => check('layers', [layers, rooms, sqlPlaces, words]))
      .then(() => unit(1)),
    unit(2).then(web),
  ])
} catch (error) {
  fail(error)
}

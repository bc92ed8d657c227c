/**
 * Takes pictures of the pages (`npm run shots`).
 *
 *   shots.ts [FOLDER]    every page and the main layers, at four widths in both color schemes, with a sheet of
 *                        all pictures; default folder: `shots`
 *   --only NAME,NAME     only some of them
 *   --scheme dark        only one color scheme: light or dark
 *   shots.ts --readme    the README's two pictures of the dashboard, in docs/images
 */

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { EntityId } from '@sonde/model/ids'
import type { Page } from 'playwright-core'
import { setAside } from '../platform/set-aside.ts'
import { projectRoot } from '../platform/start-platform.ts'
import { type Shot, shots } from './shot-places.ts'
import { administrator, customer, openAs, openStage, plantDashboardId, type Stage, tenant, until } from './stage.ts'

const { values, positionals } = parseArgs({
  options: { readme: { type: 'boolean', default: false }, only: { type: 'string' }, scheme: { type: 'string' } },
  allowPositionals: true,
})
const folder = values.readme ? join(projectRoot, 'docs/images') : (positionals[0] ?? join(projectRoot, 'shots'))
mkdirSync(folder, { recursive: true })

/** Time limit for the plant's start, ms: its devices start one after another. */
const plantMsMax = 60_000
const schemes = (['light', 'dark'] as const).filter((scheme) => scheme === (values.scheme ?? scheme))
if (schemes.length === 0) throw new Error('--scheme takes light or dark.')
/** Window sizes, px. */
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
interface Owned {
  readonly id: EntityId
  readonly tenantId: EntityId
}
const accounts = { tenant, administrator, customer } as const

const cleanUps: (() => unknown)[] = []
try {
  const stage = await openStage({ after: (fn) => cleanUps.push(fn) })
  await startPlant(stage)
  await raiseAlarms(stage)
  await fillTrash(stage)
  await addPackages(stage)
  await addEntities(stage)
  await addDeadLetters(stage)
  const dashboardId = await plantDashboardId(stage)
  const only = values.only?.split(',')
  const wanted = shots.filter(({ name }) => (values.readme ? name === 'dashboard' : (only?.includes(name) ?? true)))
  const failed: string[] = []
  for (const colorScheme of schemes) {
    for (const role of ['visitor', 'tenant', 'administrator', 'customer'] as const) {
      const ofRole = wanted.filter((shot) => shot.role === role)
      if (ofRole.length === 0) continue
      await stage.play(
        async (page) => {
          // A page that another visitor left is light.
          await page.emulateMedia({ colorScheme })
          if (role !== 'visitor') await openAs(page, accounts[role], '/profile')
          for (const shot of ofRole) {
            for (const size of values.readme ? [{ width: 1440, height: 900 }] : sizes) {
              const file = values.readme
                ? `dashboard-${colorScheme}.png`
                : `${shot.name}-${size.width}-${colorScheme}.png`
              try {
                await take(page, shot, size, dashboardId, join(folder, file))
              } catch (error) {
                failed.push(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
              }
            }
          }
        },
        { colorScheme },
      )
    }
  }
  if (!values.readme) writeFileSync(join(folder, 'index.html'), sheetOf(wanted))
  for (const line of failed) process.stderr.write(`Not taken: ${line}\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
}

async function take(
  page: Page,
  shot: Shot,
  size: { width: number; height: number },
  dashboardId: string,
  path: string,
): Promise<void> {
  await page.setViewportSize(size)
  await page.goto(shot.path.replace('DASHBOARD', dashboardId))
  await shot.open?.(page)
  // Waits for fonts, and for content without a visible loading state.
  await page.waitForLoadState('networkidle')
  // Widgets below the visible area aren't drawn yet.
  const placeholders = () =>
    page.evaluate<number>(`[...document.querySelectorAll('.sd-skeleton')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight).length`)
  await until('the last placeholder to go', placeholders, (count) => count === 0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.screenshot({ path })
}

/** Page with all pictures: a line for each place, light above dark. */
function sheetOf(taken: readonly Shot[]): string {
  const cell = (name: string, width: number, scheme: string) =>
    `<a href="${name}-${width}-${scheme}.png"><img loading="lazy" alt="${name}, ${width} px, ${scheme}" src="${name}-${width}-${scheme}.png"></a>`
  const rows = taken.flatMap(({ name }) => [
    `<h2>${name}</h2>`,
    ...schemes.map((scheme) => `<div>${sizes.map(({ width }) => cell(name, width, scheme)).join('')}</div>`),
  ])
  return `<!doctype html><meta charset="utf-8"><title>Sonde: every page</title>
<style>body{font:14px sans-serif}div{display:flex;gap:12px;align-items:flex-start}img{height:320px;border:1px solid #888}</style>
${rows.join('\n')}
`
}

/** Starts the simulated plant, so that values are live. */
async function startPlant(stage: Stage): Promise<void> {
  const plant = spawn(
    process.execPath,
    [join(projectRoot, 'packages/simulator/src/main.ts'), '--plant', '--base', stage.platform.baseUrl],
    { stdio: 'ignore' },
  )
  cleanUps.push(() => plant.kill())
  await until(
    'the plant to be active',
    async () => {
      const { data } = await stage.call<{ data: { active: boolean }[] }>(
        'GET',
        '/api/tenant/deviceInfos?pageSize=100&page=0',
      )
      return data.filter(({ active }) => !active).length
    },
    (inactive) => inactive === 0,
    plantMsMax,
  )
}

/** Raises an alarm of each severity on a tank. */
async function raiseAlarms(stage: Stage): Promise<void> {
  const { id } = await stage.call<{ id: unknown }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
  const alarms = [
    ['Level above limit', 'CRITICAL', 'ACTIVE_UNACK'],
    ['Inlet pressure', 'MAJOR', 'ACTIVE_UNACK'],
    ['Valve slow', 'MINOR', 'ACTIVE_ACK'],
    ['Calibration due', 'WARNING', 'CLEARED_UNACK'],
    ['No heartbeat', 'INDETERMINATE', 'CLEARED_ACK'],
  ]
  for (const [type, severity, status] of alarms) {
    await stage.call('POST', '/api/alarm', { type, severity, status, originator: id, details: { level: 93.5 } })
  }
}

/** Deletes entities of some types. */
async function fillTrash(stage: Stage): Promise<void> {
  const entities = [
    ['device', { name: 'Pump P-17', type: 'default' }],
    ['asset', { name: 'Old boiler house', type: 'building' }],
    ['customer', { title: 'Northern Foundry' }],
    ['dashboard', { title: 'Trial of spring' }],
  ] as const
  for (const [kind, body] of entities) {
    const { id } = await stage.call<{ id: { id: string } }>('POST', `/api/${kind}`, body)
    await stage.call('DELETE', `/api/${kind}/${id.id}`)
  }
}

/** Adds a package with a URL and one whose file is missing. */
async function addPackages(stage: Stage): Promise<void> {
  const { id: deviceProfileId } = await stage.call<{ id: unknown }>('GET', '/api/deviceProfileInfo/default')
  const url = 'https://packages.example.org/gateway/agent-11.tar.gz'
  for (const part of [
    { type: 'FIRMWARE', title: 'Pump', version: '2.4.1' },
    { type: 'SOFTWARE', title: 'Gateway agent', version: '11', usesUrl: true, url },
  ]) {
    await stage.call('POST', '/api/otaPackage', { deviceProfileId, ...part })
  }
}

/** Adds assets, entity views and edges, so that their lists aren't empty. */
async function addEntities(stage: Stage): Promise<void> {
  const { id: entityId } = await stage.call<Owned>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
  const keys = { timeseries: ['level'], attributes: { cs: [], ss: [], sh: [] } }
  const entities = [
    ['asset', { name: 'Riverside site', type: 'site', label: 'Frankfurt' }],
    ['asset', { name: 'Tank farm', type: 'area', label: 'Raw and clean water' }],
    ['entityView', { name: 'Level of raw water', type: 'shared', entityId, keys, startTimeMs: 0, endTimeMs: 0 }],
    ['edge', { name: 'Roof cabinet', type: 'default', routingKey: randomUUID(), secret: 'roof-cabinet-edge-se' }],
  ] as const
  for (const [kind, body] of entities) await stage.call('POST', `/api/${kind}`, body)
}

/** Adds dead letters of two devices, with both reasons. */
async function addDeadLetters(stage: Stage): Promise<void> {
  const reasons = [
    'The server ended 3 times while it processed this message.',
    'The server ended 10 times before this message was processed.',
  ]
  for (const [at, name] of ['Tank T-01', 'Van V-06', 'Tank T-01'].entries()) {
    const path = `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`
    const { id, tenantId } = await stage.call<Owned>('GET', path)
    const data = JSON.stringify({ level: 93.5 - at, pressure: 2.1, valve: 'open' })
    const reason = reasons[at % 2] ?? ''
    const createdTime = Date.now() - at * 840_000
    const change = { metadata: { deviceName: name, deviceType: 'default', ts: `${createdTime}` } }
    setAside(stage.platform, [{ tenantId: tenantId.id, originator: id, data, reason, createdTime, change }])
  }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import { createDeviceMove } from '../devices/device-move.ts'
import { rejection } from '../devices/testing.ts'
import { newId } from '../ids.ts'
import { devicesPerCommit } from './package-rollout.ts'
import { openPackageWorld, type PackageWorld } from './testing-http.ts'

async function shared({ attributes }: PackageWorld, deviceId: string): Promise<Record<string, unknown>> {
  const found = await attributes.attributes(deviceId, 'SHARED_SCOPE', null)
  return Object.fromEntries(found.map(({ key, value }) => [key, value]))
}

async function latest({ series }: PackageWorld, deviceId: string): Promise<Record<string, unknown>> {
  const found = await series.latest(deviceId)
  return Object.fromEntries(found.map(({ key, value }) => [key, value]))
}

const helloSum = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const described = (prefix: string, title: string) => ({
  [`${prefix}_title`]: title,
  [`${prefix}_version`]: '1.0',
  [`${prefix}_size`]: 5,
  [`${prefix}_checksum`]: helloSum,
  [`${prefix}_checksum_algorithm`]: 'SHA256',
})

test('a device hears of its package with the change, and of the end', async (t) => {
  const world = await openPackageWorld(t)
  const { devices, admin, makeWithFile, make, live, clock } = world
  const fw = await makeWithFile('FIRMWARE', 'hello', { tag: 'stable' })
  const device = await devices.save(admin, { name: 'D' }, null)
  const id = device.id.id
  const received: string[] = []
  live.watchEntity(id, {
    attributes: (writes) =>
      received.push(...writes.map(({ key, value, notifyDevice }) => `${value ? '' : '-'}${key} ${notifyDevice}`)),
  })
  assert.deepEqual(await shared(world, id), {})
  const withFirmware = await devices.save(admin, { ...device, firmwareId: fw.id }, null)
  assert.deepEqual(withFirmware.firmwareId, fw.id)
  assert.deepEqual(await shared(world, id), { ...described('fw', fw.title), fw_tag: 'stable' })
  assert.deepEqual(await latest(world, id), {
    target_fw_title: fw.title,
    target_fw_version: '1.0',
    target_fw_tag: 'stable',
    target_fw_ts: clock.now,
    fw_state: 'INITIATED',
  })
  const states = await world.series.range({
    entityId: id,
    keys: ['fw_state'],
    startTs: 0,
    endTs: clock.now + 10,
    limit: 10,
    order: 'ASC',
    aggregation: 'NONE',
    intervalMs: 0,
  })
  assert.deepEqual(
    states.get('fw_state')?.map(({ value }) => value),
    ['QUEUED', 'INITIATED'],
  )
  assert.deepEqual(received.sort(), [
    'fw_checksum true',
    'fw_checksum_algorithm true',
    'fw_size true',
    'fw_tag true',
    'fw_title true',
    'fw_version true',
  ])

  received.length = 0
  await devices.save(admin, { ...withFirmware, label: 'x' }, null)
  assert.equal(received.length, 0, 'nothing changed about it')

  // A package with a URL has no known size and checksum.
  const url = await make('FIRMWARE', { url: 'https://example.org/fw.bin', usesUrl: true })
  await devices.save(admin, { ...withFirmware, firmwareId: url.id }, null)
  assert.deepEqual(await shared(world, id), {
    fw_title: url.title,
    fw_version: '1.0',
    fw_url: 'https://example.org/fw.bin',
  })
  assert.ok(received.includes('-fw_checksum true') && received.includes('-fw_tag true'))
  await devices.save(admin, { ...withFirmware, firmwareId: null }, null)
  assert.deepEqual(await shared(world, id), {})
  assert.equal((await latest(world, id)).fw_state, 'INITIATED')
})

test('attributes that others changed or deleted are written again when the device is saved', async (t) => {
  const world = await openPackageWorld(t)
  const { devices, profiles, admin, makeWithFile, storage, profileId, packages } = world
  const fw = await makeWithFile('FIRMWARE')
  const saved = await devices.save(admin, { name: 'D', firmwareId: fw.id }, null)
  const entity = saved.id
  const spoil = () =>
    storage.transact({
      attributes: ['fw_title', 'fw_version', 'fw_url'].map((key, i) => ({
        tenantId: saved.tenantId.id,
        entity,
        scope: 'SHARED_SCOPE' as const,
        key,
        lastUpdateTs: 1,
        value: i === 0 ? null : { type: ValueType.STRING, value: 'wrong' },
        notifyDevice: false,
      })),
    })
  await spoil()
  const states = await world.series.latest(entity.id)
  const again = await devices.save(admin, { ...saved, label: 'x' }, null)
  assert.deepEqual(await shared(world, entity.id), described('fw', fw.title))
  assert.deepEqual(await world.series.latest(entity.id), states, 'the update does not start again')

  await devices.save(admin, { ...again, firmwareId: null }, null)
  await profiles.save(admin, { ...(await profiles.get(admin, profileId.id)), firmwareId: fw.id })
  await packages.notifyAll()
  assert.deepEqual(await shared(world, entity.id), described('fw', fw.title))
  await spoil()
  const { firmwareId: _, ...plain } = again
  await devices.save(admin, plain, null)
  assert.deepEqual(await shared(world, entity.id), described('fw', fw.title))
})

test('firmware and software do not get in one another’s way', async (t) => {
  const world = await openPackageWorld(t)
  const { devices, admin, makeWithFile } = world
  const [fw, sw] = [await makeWithFile('FIRMWARE'), await makeWithFile('SOFTWARE')]
  const device = await devices.save(admin, { name: 'D', firmwareId: fw.id, softwareId: sw.id }, null)
  assert.deepEqual(await shared(world, device.id.id), { ...described('fw', fw.title), ...described('sw', sw.title) })
  await devices.save(admin, { ...device, firmwareId: null }, null)
  assert.deepEqual(await shared(world, device.id.id), described('sw', sw.title))
})

test('only a package that is there, fits and has something to fetch is assigned', async (t) => {
  const { devices, profiles, admin, stranger, make, makeWithFile, profileId } = await openPackageWorld(t)
  const fw = await makeWithFile('FIRMWARE')
  const empty = await make('FIRMWARE')
  const other = await profiles.save(admin, { name: 'Other', type: 'DEFAULT', transportType: 'DEFAULT' })
  const device = await devices.save(admin, { name: 'D' }, null)
  const profile = await profiles.get(admin, profileId.id)
  const theirs = await devices.save(stranger, { name: 'Theirs' }, null)
  const unknown = { entityType: 'OTA_PACKAGE' as const, id: newId() }
  for (const [save, words] of [
    [devices.save(admin, { ...device, softwareId: fw.id }, null), /firmware and can’t be the software/],
    [devices.save(admin, { ...device, firmwareId: empty.id }, null), /no file and no URL/],
    [devices.save(admin, { ...device, firmwareId: unknown }, null), /doesn’t exist/],
    [devices.save(stranger, { ...theirs, firmwareId: fw.id }, null), /doesn’t exist/],
    [devices.save(admin, { name: 'New', type: 'Other', firmwareId: fw.id }, null), /another profile/],
    [devices.save(admin, { ...device, deviceProfileId: other.id, firmwareId: fw.id }, null), /another profile/],
    [profiles.save(admin, { ...profile, softwareId: fw.id }), /firmware and can’t be the software/],
    [profiles.save(admin, { ...profile, firmwareId: empty.id }), /no file and no URL/],
    [profiles.save(admin, { ...profile, firmwareId: unknown }), /doesn’t exist/],
    [profiles.save(admin, { ...other, firmwareId: fw.id }), /another profile/],
  ] as const) {
    const { status, message } = await rejection(save)
    assert.equal(status, 400)
    assert.match(message, words)
  }
  const forAll = await makeWithFile('FIRMWARE', 'hello', { deviceProfileId: null })
  const saved = await devices.save(admin, { name: 'Any', type: 'Other', firmwareId: forAll.id }, null)
  assert.deepEqual(saved.firmwareId, forAll.id)
})

test('a package in use stays; one that is not goes, with its profile too', async (t) => {
  const { devices, profiles, admin, makeWithFile, profileId, as, packages } = await openPackageWorld(t)
  const [ofDevice, ofProfile, free] = [await makeWithFile(), await makeWithFile('SOFTWARE'), await makeWithFile()]
  const device = await devices.save(admin, { name: 'D', firmwareId: ofDevice.id }, null)
  const profile = await profiles.get(admin, profileId.id)
  await profiles.save(admin, { ...profile, softwareId: ofProfile.id })
  const remove = async ({ id }: { id: { id: string } }) => as('admin', 'DELETE', `/api/otaPackage/${id.id}`)
  const [byDevice, byProfile] = [await remove(ofDevice), await remove(ofProfile)]
  assert.deepEqual([byDevice.status, byProfile.status, (await remove(free)).status], [400, 400, 200])
  assert.match(byDevice.text, /used by devices/)
  assert.match(byProfile.text, /used by a device profile/)
  assert.equal((await remove(free)).status, 404)
  await devices.save(admin, { ...device, firmwareId: null }, null)
  assert.equal((await remove(ofDevice)).status, 200)

  const other = await profiles.save(admin, { name: 'Other', type: 'DEFAULT', transportType: 'DEFAULT' })
  const theirs = await makeWithFile('FIRMWARE', 'hello', { deviceProfileId: other.id })
  await profiles.remove(admin, other.id.id)
  assert.equal((await as('admin', 'GET', `/api/otaPackage/info/${theirs.id.id}`)).status, 404)
  await packages.notifyAll()
})

test('a profile’s package reaches its devices without one of their own, old and new', async (t) => {
  const world = await openPackageWorld(t)
  const { devices, profiles, admin, makeWithFile, profileId, packages } = world
  const [fw, own, next] = [await makeWithFile(), await makeWithFile(), await makeWithFile()]
  const plain = await devices.save(admin, { name: 'Plain' }, null)
  const special = await devices.save(admin, { name: 'Special', firmwareId: own.id }, null)
  const count = () => devices.countForPackage(admin, 'FIRMWARE', profileId.id)
  assert.equal(await count(), 1)
  const profile = await profiles.get(admin, profileId.id)
  await profiles.save(admin, { ...profile, firmwareId: fw.id })
  await packages.notifyAll()
  assert.deepEqual(await shared(world, plain.id.id), described('fw', fw.title))
  assert.deepEqual(await shared(world, special.id.id), described('fw', own.title))
  const later = await devices.save(admin, { name: 'Later' }, null)
  assert.deepEqual(await shared(world, later.id.id), described('fw', fw.title))

  // Back to the profile's package, then to another profile.
  await devices.save(admin, { ...special, firmwareId: null }, null)
  assert.deepEqual(await shared(world, special.id.id), described('fw', fw.title))
  await devices.save(admin, { ...later, deviceProfileId: null, type: 'Without' }, null)
  assert.deepEqual(await shared(world, later.id.id), {})

  await profiles.save(admin, { ...profile, firmwareId: next.id })
  await profiles.save(admin, { ...profile, firmwareId: null })
  await packages.notifyAll()
  for (const { id } of [plain, special, later]) assert.deepEqual(await shared(world, id.id), {})
})

test('every device of a large profile is told once, whatever is changed meanwhile', async (t) => {
  const world = await openPackageWorld(t)
  const { devices, profiles, admin, makeWithFile, profileId, packages, live, storage, commit } = world
  const [fw, own] = [await makeWithFile(), await makeWithFile()]
  const first = await devices.save(admin, { name: 'First' }, null)
  const { build } = storage.relational
  const rows = Array.from({ length: 600 }, (_, i) => ({
    id: newId(world.clock.now + 1 + i),
    created_time: 1,
    tenant_id: admin.tenantId,
    customer_id: first.customerId.id,
    device_profile_id: profileId.id,
    name: `D${i}`,
    type: 'default',
    label: null,
    device_data: '{"configuration":{"type":"DEFAULT"},"transportConfiguration":{"type":"DEFAULT"}}',
    firmware_id: null,
    software_id: null,
    additional_info: null,
  }))
  await commit({ statements: rows.map((row) => storage.relational.statement(build.insertInto('device').values(row))) })
  const received = new Map<string, number>()
  const commits: number[] = []
  live.watchAll({
    attributes(writes) {
      const titles = writes.filter(({ key }) => key === 'fw_title')
      commits.push(titles.length)
      for (const { entity } of titles) received.set(entity.id, (received.get(entity.id) ?? 0) + 1)
    },
  })
  const profile = await profiles.get(admin, profileId.id)
  await profiles.save(admin, { ...profile, firmwareId: fw.id })
  // During the rollout, the last device gets its own package.
  const lastId = rows.at(-1)?.id ?? ''
  await devices.save(admin, { ...(await devices.get(admin, lastId)), firmwareId: own.id }, null)
  await packages.notifyAll()
  assert.equal(received.size, rows.length + 1)
  assert.ok(Math.max(...commits) <= devicesPerCommit)
  assert.deepEqual(await shared(world, lastId), described('fw', own.title))
  assert.deepEqual(await shared(world, rows[300]?.id ?? ''), described('fw', fw.title))
  assert.deepEqual(
    [...received].filter(([id, count]) => count !== 1 && id !== lastId),
    [],
  )
  const left = await storage.relational.all(build.selectFrom('package_rollout').selectAll())
  assert.deepEqual(left, [])
})

test('what the last life did not finish goes on where it stopped', async (t) => {
  const world = await openPackageWorld(t)
  const { devices, admin, makeWithFile, profileId, packages, storage, commit } = world
  const fw = await makeWithFile()
  const made = []
  for (const name of ['A', 'B', 'C']) made.push(await devices.save(admin, { name }, null))
  const [first = '', second = '', third = ''] = made.map(({ id }) => id.id).sort()
  const { build, statement } = storage.relational
  // The state after a stop behind the first device.
  const rollout = { device_profile_id: profileId.id, type: 'FIRMWARE', tenant_id: admin.tenantId, after_id: first }
  await commit({
    statements: [
      statement(build.updateTable('device_profile').set({ firmware_id: fw.id.id }).where('id', '=', profileId.id)),
      statement(build.insertInto('package_rollout').values(rollout)),
    ],
  })
  await packages.start()
  await packages.notifyAll()
  assert.deepEqual(await shared(world, first), {})
  for (const id of [second, third]) assert.deepEqual(await shared(world, id), described('fw', fw.title))
})

test('a device that moves to another tenant leaves its package behind', async (t) => {
  const world = await openPackageWorld(t)
  const {
    devices,
    deviceStore: store,
    profiles,
    quotas,
    admin,
    stranger,
    makeWithFile,
    storage,
    packages,
    commit,
    clock,
  } = world
  const fw = await makeWithFile()
  const device = await devices.save(admin, { name: 'D', firmwareId: fw.id }, null)
  const move = createDeviceMove({
    relational: storage.relational,
    devices,
    store,
    profiles,
    quotas,
    endVisitorRights: () => [],
    requireNoViews: world.entityViews.requireNoViews,
    packages: packages.packageAssignment,
    commit,
    clock,
  })
  const moved = await move.moveToTenant(admin, stranger.tenantId, device.id.id)
  assert.equal(moved.firmwareId, null)
  assert.deepEqual(await shared(world, device.id.id), {})
})

test('an import leaves the packages of its devices alone', async (t) => {
  const world = await openPackageWorld(t)
  const { devices, bulkImport, admin, makeWithFile } = world
  const fw = await makeWithFile()
  const device = await devices.save(admin, { name: 'D', firmwareId: fw.id }, null)
  const columns = [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'LABEL' }]
  const request = {
    file: 'name,type,label\nD,default,new',
    mapping: { columns, delimiter: ',', header: true, update: true },
  }
  await bulkImport.run(admin, request as Parameters<typeof bulkImport.run>[1])
  const after = await devices.get(admin, device.id.id)
  assert.deepEqual([after.label, after.firmwareId], ['new', fw.id])
})

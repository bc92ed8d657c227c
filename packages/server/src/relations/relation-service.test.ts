import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntityId } from '@sonde/model/ids'
import { openDeviceRooms, rejection } from '../devices/testing.ts'

async function openPlant(t: Parameters<typeof openDeviceRooms>[0]) {
  const rooms = await openDeviceRooms(t)
  const make = async (name: string): Promise<EntityId> =>
    (await rooms.devices.save(rooms.admin, { name, type: 'x' }, null)).id
  const [root, mid, leaf] = [await make('root'), await make('mid'), await make('leaf')]
  const relate = (from: EntityId, to: EntityId, type = 'Contains') =>
    rooms.relations.save(rooms.admin, { from, to, type })
  return { ...rooms, root, mid, leaf, relate }
}

test('relates, replaces the info, finds and deletes once', async (t) => {
  const { relations, admin, stranger, root, mid } = await openPlant(t)
  const key = { from: root, to: mid, type: 'Contains', typeGroup: 'COMMON' } as const
  await relations.save(admin, { ...key, additionalInfo: { weight: 1 } })
  await relations.save(admin, { ...key, additionalInfo: { weight: 2 } })
  assert.deepEqual(await relations.get(admin, key), { ...key, additionalInfo: { weight: 2 } })
  assert.equal((await rejection(relations.get(admin, { ...key, from: mid, to: root }))).status, 404)
  assert.equal((await rejection(relations.save(stranger, key))).status, 404)
  const nobody = { entityType: 'DEVICE', id: '00000000-0000-0000-0000-000000000001' } as const
  assert.equal((await rejection(relations.save(admin, { ...key, to: nobody }))).status, 404)
  assert.equal((await rejection(relations.save(admin, { ...key, type: ' ' }))).code, 31)
  await relations.remove(admin, key)
  assert.equal((await rejection(relations.remove(admin, key))).status, 404)
})

test('lists both directions and deletes all of an entity', async (t) => {
  const { relations, admin, root, mid, leaf, relate } = await openPlant(t)
  await relate(root, mid)
  await relate(mid, leaf)
  await relate(root, leaf, 'Manages')
  const ends = async (...args: Parameters<typeof relations.listOf>) =>
    (await relations.listOf(...args)).map(({ from, to, type }) => [from.id, type, to.id])
  assert.equal((await ends(admin, root, 'FROM', 'COMMON')).length, 2)
  assert.deepEqual(await ends(admin, root, 'FROM', 'COMMON', 'Contains'), [[root.id, 'Contains', mid.id]])
  assert.equal((await ends(admin, leaf, 'TO', 'COMMON')).length, 2)
  assert.deepEqual(await ends(admin, root, 'FROM', 'DASHBOARD'), [])
  await relations.removeAll(admin, leaf)
  assert.deepEqual(await ends(admin, leaf, 'TO', 'COMMON'), [])
  assert.equal((await ends(admin, root, 'FROM', 'COMMON')).length, 1)
})

test('infos name the end that was found', async (t) => {
  const { relations, admin, stranger, root, mid, leaf, relate } = await openPlant(t)
  await relate(root, mid)
  await relate(mid, leaf)
  const names = (infos: Awaited<ReturnType<typeof relations.listInfosOf>>) =>
    infos.map(({ fromName, toName }) => [fromName, toName])
  assert.deepEqual(names(await relations.listInfosOf(admin, mid, 'FROM', 'COMMON')), [[null, 'leaf']])
  assert.deepEqual(names(await relations.listInfosOf(admin, mid, 'TO', 'COMMON')), [['root', null]])
  const from = { rootId: root.id, rootType: root.entityType, direction: 'FROM' as const }
  assert.deepEqual(names(await relations.searchInfos(admin, from, [])), [
    [null, 'mid'],
    [null, 'leaf'],
  ])
  assert.equal((await rejection(relations.listInfosOf(stranger, mid, 'FROM', 'COMMON'))).status, 404)
})

test('a graph that joins again: each relation once, at the level of the shortest way', async (t) => {
  const { relations, admin, root, mid, leaf, relate, devices } = await openPlant(t)
  const side = (await devices.save(admin, { name: 'Side', type: 'x' }, null)).id
  const end = (await devices.save(admin, { name: 'End', type: 'x' }, null)).id
  // root -> mid, side -> leaf -> end, and from leaf back to mid.
  const names = new Map([root, mid, side, leaf, end].map((each, at) => [each.id, 'RMSLE'.charAt(at)]))
  for (const [from, to] of [
    [root, mid],
    [root, side],
    [mid, leaf],
    [side, leaf],
    [leaf, end],
    [leaf, mid],
  ] as const)
    await relate(from, to)
  const search = async (from: EntityId, change: object) => {
    const parameters = { rootId: from.id, rootType: from.entityType, direction: 'FROM' as const, ...change }
    const found = await relations.search(admin, parameters, [])
    return found.map((each) => `${names.get(each.from.id)}${names.get(each.to.id)}`).sort()
  }
  assert.deepEqual(await search(root, { maxLevel: 1 }), ['RM', 'RS'])
  assert.deepEqual(await search(root, { maxLevel: 2 }), ['ML', 'RM', 'RS', 'SL'])
  assert.deepEqual(await search(root, { maxLevel: 3 }), ['LE', 'LM', 'ML', 'RM', 'RS', 'SL'])
  for (const maxLevel of [4, 50, 0, -1]) {
    assert.deepEqual(await search(root, { maxLevel }), ['LE', 'LM', 'ML', 'RM', 'RS', 'SL'], String(maxLevel))
  }
  assert.deepEqual(await search(root, { maxLevel: 2, fetchLastLevelOnly: true }), ['ML', 'SL'])
  assert.deepEqual(await search(root, { maxLevel: 3, fetchLastLevelOnly: true }), ['LE', 'LM'])
  assert.deepEqual(await search(end, { direction: 'TO', maxLevel: 2 }), ['LE', 'ML', 'SL'])
  assert.deepEqual(await search(end, { direction: 'TO', maxLevel: 0 }), ['LE', 'LM', 'ML', 'RM', 'RS', 'SL'])
})

test('searches by levels, in both directions, through circles', async (t) => {
  const { relations, admin, user, customerId, devices, root, mid, leaf, relate } = await openPlant(t)
  await relate(root, mid)
  await relate(mid, leaf)
  await relate(leaf, root)
  const search = async (scope: typeof admin, from: EntityId, change: object, type = 'Contains') => {
    const parameters = { rootId: from.id, rootType: from.entityType, direction: 'FROM' as const, ...change }
    return (await relations.search(scope, parameters, [{ relationType: type }])).map((each) => [
      each.from.id,
      each.to.id,
    ])
  }
  assert.deepEqual(await search(admin, root, { maxLevel: 1 }), [[root.id, mid.id]])
  assert.deepEqual(await search(admin, root, { maxLevel: 2, fetchLastLevelOnly: true }), [[mid.id, leaf.id]])
  assert.equal((await search(admin, root, { maxLevel: 0 })).length, 3)
  assert.deepEqual(await search(admin, leaf, { maxLevel: 1, direction: 'TO' }), [[mid.id, leaf.id]])
  assert.deepEqual(await search(admin, root, { maxLevel: 3 }, 'Manages'), [])
  await devices.assign(admin, customerId, root.id)
  await devices.assign(admin, customerId, leaf.id)
  assert.deepEqual(await search(user, root, { maxLevel: 2 }), [[mid.id, leaf.id]], 'what he may not read is left out')
})

/**
 * Guarantee: an entity that is deleted or restored while the server is killed is completely present or completely in
 * the trash.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Platform, startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, reopenWorld, type World } from '../platform/world.ts'
import { momentAfter } from './moment.ts'

const rounds = Number(process.env.SONDE_TRASH_KILL_ROUNDS ?? 3)
/** Entities of each kind. */
const entities = 8

type Call = World['call']

interface Made {
  readonly id: { readonly entityType: string; readonly id: string }
}

/** An entity, its deletion path, and a check whether it is completely present; the check throws if only a part is. */
interface Subject {
  readonly id: string
  readonly path: string
  isThere(call: Call, platform: Platform): Promise<boolean>
}

const found = (call: Call, path: string): Promise<boolean> =>
  call('GET', path).then(
    () => true,
    (error: Error) => {
      assert.match(error.message, /answered 404/)
      return false
    },
  )

/** Asserts that all parts are present, or none. */
function whole(id: string, answers: readonly boolean[]): boolean {
  assert.ok(
    answers.every((each) => each === answers[0]),
    `${id} is there by half: ${answers.join(', ')}`,
  )
  return answers[0] === true
}

async function makeDevice(call: Call, name: string, hall: Made): Promise<Subject> {
  const { id } = await call<Made>('POST', '/api/device', { name, type: 'default' })
  const at = `/api/plugins/telemetry/DEVICE/${id.id}`
  await call('POST', `${at}/timeseries/ANY`, { ts: 1000, values: { heat: 21 } })
  await call('POST', `${at}/SERVER_SCOPE`, { floor: 3 })
  await call('POST', '/api/relation', { from: hall.id, to: id, type: 'Contains' })
  return {
    id: id.id,
    path: `/api/device/${id.id}`,
    async isThere(call) {
      const isRelated = (
        await call<{ to: { id: string } }[]>('GET', `/api/relations?fromId=${hall.id.id}&fromType=ASSET`)
      ).some(({ to }) => to.id === id.id)
      const isThere = whole(id.id, [
        await found(call, `/api/device/${id.id}`),
        await found(call, `/api/device/${id.id}/credentials`),
        isRelated,
      ])
      if (!isThere) return false
      const points = await call<{ heat?: unknown[] }>('GET', `${at}/values/timeseries?keys=heat&startTs=0&endTs=2000`)
      const floor = await call<unknown[]>('GET', `${at}/values/attributes/SERVER_SCOPE?keys=floor`)
      assert.deepEqual([points.heat?.length, floor.length], [1, 1], `${name} has its points and attributes`)
      return true
    },
  }
}

/** Creates a device profile with a package that has a file. */
async function makeProfile(call: Call, platform: Platform, name: string, token: string): Promise<Subject> {
  const profileData = { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } }
  const input = { name, type: 'DEFAULT', transportType: 'DEFAULT', profileData }
  const { id } = await call<Made>('POST', '/api/deviceProfile', input)
  const made = await call<Made>('POST', '/api/otaPackage', {
    title: name,
    version: '1',
    type: 'FIRMWARE',
    deviceProfileId: id,
  })
  const form = new FormData()
  form.append('file', new Blob([name]), 'fw.bin')
  const url = `/api/otaPackage/${made.id.id}`
  const uploaded = await fetch(`${platform.baseUrl}${url}?checksumAlgorithm=SHA256`, {
    method: 'POST',
    headers: { 'X-Authorization': `Bearer ${token}` },
    body: form,
  })
  assert.equal(uploaded.status, 200)
  return {
    id: id.id,
    path: `/api/deviceProfile/${id.id}`,
    async isThere(call) {
      const isThere = whole(id.id, [
        await found(call, `/api/deviceProfile/${id.id}`),
        await found(call, `/api/otaPackage/info/${made.id.id}`),
      ])
      // Unreferenced files were removed at the start; this one is referenced by the package or by the trash.
      if (isThere) assert.equal(await call('GET', `${url}/download`), name)
      return isThere
    },
  }
}

/** Creates a customer with a user and an entity. */
async function makeCustomer(call: Call, name: string): Promise<Subject> {
  const { id } = await call<Made>('POST', '/api/customer', { title: name })
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`
  const of = { authority: 'CUSTOMER_USER', customerId: id, email }
  const user = await call<Made>('POST', '/api/user?sendActivationMail=false', of)
  const asset = await call<Made>('POST', '/api/asset', { name, type: 'hall' })
  await call('POST', `/api/customer/${id.id}/asset/${asset.id.id}`)
  return {
    id: id.id,
    path: `/api/customer/${id.id}`,
    async isThere(call) {
      const { customerId } = await call<{ customerId: { id: string } }>('GET', `/api/asset/${asset.id.id}`)
      return whole(id.id, [
        await found(call, `/api/customer/${id.id}`),
        await found(call, `/api/user/${user.id.id}`),
        customerId.id === id.id,
      ])
    },
  }
}

test(`kill -9 while things are deleted and restored, ${rounds} rounds: none is there by half`, async (t: TestContext) => {
  const dataFolder = temporaryFolder(t)
  let platform = await startPlatform(t, { dataFolder })
  const world = await createWorld(platform)
  let { call }: Pick<World, 'call'> = world
  const hall = await call<Made>('POST', '/api/asset', { name: 'Hall', type: 'hall' })
  const subjects: Subject[] = []
  for (let n = 0; n < entities; n++) {
    subjects.push(await makeDevice(call, `Device ${n}`, hall))
    subjects.push(await makeProfile(call, platform, `Profile ${n}`, world.accessToken))
    subjects.push(await makeCustomer(call, `Customer ${n}`))
  }
  /** Entities that exist according to the last answered call. */
  const there = new Set(subjects.map(({ id }) => id))
  let calls = 0

  for (let round = 0; round < rounds; round++) {
    /** Entities whose call was in flight when the server was killed: both states are valid. */
    const open = new Set<string>()
    let answered = 0
    let isOver = false
    const moment = momentAfter(20 + Math.floor(Math.random() * 100))
    const turn = async (subject: Subject) => {
      while (!isOver) {
        open.add(subject.id)
        const isGone = there.has(subject.id)
        if (isGone) await call('DELETE', subject.path)
        else await call('POST', `/api/v2/trash/${subject.id}/restore`, {})
        if (isGone) there.delete(subject.id)
        else there.add(subject.id)
        open.delete(subject.id)
        answered++
        moment.note()
      }
    }
    const turns = subjects.map((subject) =>
      turn(subject).catch((error: Error) => {
        // The connection breaks when the server is killed; a rejection is always a failure.
        if (/answered \d/.test(error.message)) throw error
      }),
    )
    const settled = Promise.all(turns)
    await Promise.race([settled, moment.reached])
    await platform.kill()
    isOver = true
    await settled
    calls += answered

    platform = await startPlatform(t, { dataFolder })
    ;({ call } = await reopenWorld(platform, world))
    const { data } = await call<{ data: { id: { id: string } }[] }>('GET', '/api/v2/trash?pageSize=1000&page=0')
    const trash = new Set(data.map(({ id }) => id.id))
    for (const subject of subjects) {
      const isThere = await subject.isThere(call, platform)
      assert.equal(trash.has(subject.id), !isThere, `${subject.path} is there or in the trash, and not both`)
      if (!open.has(subject.id)) assert.equal(isThere, there.has(subject.id), `${subject.path} is what was answered`)
      if (isThere) there.add(subject.id)
      else there.delete(subject.id)
    }
  }
  // Everything in the trash can be restored completely.
  for (const subject of subjects) {
    if (!there.has(subject.id)) await call('POST', `/api/v2/trash/${subject.id}/restore`, {})
    assert.equal(await subject.isThere(call, platform), true)
  }
  await platform.stop()
  t.diagnostic(`${calls} deletions and restorations answered in ${rounds} rounds`)
})

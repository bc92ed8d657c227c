/** Secrets: what is protected, and how. */

import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type LimitKey, limitOf } from '@sonde/model/limits/limits'
import { demoAccounts } from '../demo/demo-accounts.ts'
import { LimitReached } from '../limits/limits.ts'
import { temporaryFolder } from '../storage/testing.ts'
import { cheapHashCost } from './auth-testing.ts'
import { adminPasswordFile, ensureFirstStart, StartupError } from './first-start.ts'
import { createPasswords, hashesAtOnceMax, hashesWaitingMax } from './passwords.ts'
import { loadSigningKey, signingKeyFile } from './signing-key.ts'

const limits = {
  of: (_: string | null, key: LimitKey) => limitOf(key).default,
  rejected: (_: string | null, key: LimitKey) => key,
}

test('a password is kept as argon2id in PHC form, each time with another salt', async () => {
  const passwords = createPasswords({ limits })
  const one = await passwords.hash('correct horse')
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, await passwords.hash('correct horse'))
  assert.equal(await passwords.verify('correct horse', one), true)
  assert.equal(await passwords.verify('correct hors', one), false)
  assert.equal(await passwords.verify('', null), false)
})

test('composed and decomposed letters are the same password', async () => {
  const passwords = createPasswords({ limits })
  assert.equal(await passwords.verify('gru\u0308n', await passwords.hash('gr\u00fcn')), true)
})

test('an address with too many sign-ins waiting is told to come again, another one is not', async () => {
  const passwords = createPasswords({ limits, cost: cheapHashCost })
  const most = limitOf('waitingSignIns').default
  const tries = Array.from({ length: hashesAtOnceMax + most + 1 }, () =>
    passwords.verify('x', null, { of: 'flood' }).catch((error: unknown) => error),
  )
  const other = passwords.verify('x', null, { of: 'other' })
  const rejected = (await Promise.all(tries)).filter((each) => each instanceof LimitReached)
  assert.deepEqual(
    rejected.map(({ status, limit, retryAfterSeconds }) => [status, limit, retryAfterSeconds]),
    [[429, 'waitingSignIns', 1]],
  )
  assert.equal(await other, false)
  assert.equal(await passwords.verify('x', null, { of: 'flood' }), false, 'and the turn comes round again')
})

test('all addresses together have a bound: who waits for most makes room', async () => {
  const passwords = createPasswords({ limits, cost: cheapHashCost })
  const outcomes = new Map<string, number>()
  const tries: Promise<unknown>[] = []
  const ask = (of: string) => {
    const note = () => outcomes.set(of, (outcomes.get(of) ?? 0) + 1)
    tries.push(passwords.verify('x', null, { of }).then(note, () => undefined))
  }
  const addresses = Math.ceil(hashesWaitingMax / 10)
  for (let i = 0; i < addresses; i++) for (let n = 0; n < 10 + hashesAtOnceMax; n++) ask(`bot ${i}`)
  ask('real')
  await Promise.all(tries)
  assert.equal(outcomes.get('real'), 1)
  const done = [...outcomes.values()].reduce((sum, each) => sum + each, 0)
  assert.equal(done, hashesAtOnceMax + hashesWaitingMax)
})

test('the signing key is made once, for its owner alone', async (t) => {
  const folder = await temporaryFolder(t)
  const key = loadSigningKey(folder)
  const path = join(folder, signingKeyFile)
  assert.equal(key.length, 64)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  chmodSync(path, 0o644)
  assert.deepEqual(loadSigningKey(folder), key)
  assert.equal(statSync(path).mode & 0o777, 0o600, 'and is closed again')
  writeFileSync(path, 'short')
  assert.throws(() => loadSigningKey(folder), /isn't a signing key/)
})

function accountsOf(...emails: string[]) {
  const known = new Map(emails.map((email) => [email, '']))
  return {
    known,
    hasEmail: async (email: string) => known.has(email),
    hasSystemAdministrator: async () => known.size > 0,
    createSystemAdministrator: async (email: string, hash: string) => void known.set(email, hash),
  }
}

const tenants = { ensureDefaultProfile: async () => undefined }

test('a new store gets one administrator: the configured, the demo’s, or one with a generated password', async (t) => {
  const passwords = createPasswords({ limits })
  const none = { host: '127.0.0.1', trustedProxies: null, demo: false, adminEmail: null, adminPassword: null }
  const start = async (config: Partial<typeof none> | { adminEmail: string; adminPassword: string }) => {
    const dataFolder = await temporaryFolder(t)
    const users = accountsOf()
    const parts = { config: { ...none, ...config, dataFolder }, users, passwords, tenants }
    return { first: await ensureFirstStart(parts), second: await ensureFirstStart(parts), users, dataFolder }
  }

  const configured = await start({ adminEmail: 'root@example.org', adminPassword: 'root-password' })
  assert.deepEqual([...configured.users.known.keys()], ['root@example.org'])
  assert.equal(configured.first.generated, null)

  const demo = await start({ demo: true })
  assert.deepEqual([...demo.users.known.keys()], [demoAccounts.systemAdministrator.email])
  assert.ok(!existsSync(join(demo.dataFolder, adminPasswordFile)))

  const { first, second, users, dataFolder } = await start({})
  const file = join(dataFolder, adminPasswordFile)
  assert.equal(first.generated?.email, 'admin@localhost')
  assert.equal(readFileSync(file, 'utf8').trim(), first.generated?.password)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.ok(await passwords.verify(first.generated?.password ?? '', users.known.get('admin@localhost') ?? null))
  assert.deepEqual(second, { isNew: false, generated: null }, 'it is told once')
})

test('a store with the demo’s accounts only listens on this machine', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const users = accountsOf(demoAccounts.customerUser.email)
  const start = (host: string, trustedProxies: string[] | null = null) =>
    ensureFirstStart({
      config: { dataFolder, host, trustedProxies, demo: false, adminEmail: null, adminPassword: null },
      users,
      passwords: createPasswords({ limits }),
      tenants,
    })
  await assert.rejects(start('0.0.0.0'), StartupError)
  await assert.rejects(start('192.168.1.7'), /demo/)
  await assert.rejects(start('127.0.0.1', ['127.0.0.1']), /SONDE_TRUSTED_PROXIES/, 'a proxy brings strangers')
  await start('127.0.0.1')
})

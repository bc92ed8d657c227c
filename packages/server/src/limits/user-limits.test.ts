import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { startTestAccounts } from '../auth/auth-testing.ts'
import { createTurns } from '../turns/turns.ts'
import { createEntityLimits } from './entity-limits.ts'
import { createTenantLimits } from './tenant-limits.ts'

test('a tenant has as many users and bytes as its profile allows', async (t) => {
  const { call, root, tenant, storage, live } = await startTestAccounts(t)
  const { admin, tenant: acme } = await tenant('acme')
  const configuration = { type: 'DEFAULT', maxUsers: 3, maxResourcesInBytes: 100 }
  const { body: profile } = await call<TenantProfile>('POST', '/api/tenantProfile', {
    token: root,
    body: { name: 'Small', profileData: { configuration } },
  })
  await call('POST', '/api/tenant', { token: root, body: { ...acme, tenantProfileId: profile.id } })
  const make = (email: string) =>
    call('POST', '/api/user?sendActivationMail=false', {
      token: admin.token,
      body: { authority: 'TENANT_ADMIN', email },
    })
  const answers = await Promise.all(['a@x.org', 'b@x.org', 'c@x.org'].map(make))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
  assert.match(answers.find(({ status }) => status === 400)?.text ?? '', /Users: the limit is 3\. Delete users/)
  const requested = { ...profile, profileData: { configuration: { ...configuration, maxUsers: 4 } } }
  await call('POST', '/api/tenantProfile', { token: root, body: requested })
  assert.equal((await make('d@x.org')).status, 200, 'a changed profile counts at once')
  const other = await tenant('other')
  const elsewhere = { authority: 'TENANT_ADMIN', email: 'e@x.org' }
  const free = await call('POST', '/api/user?sendActivationMail=false', { token: other.admin.token, body: elsewhere })
  assert.equal(free.status, 200)

  const quotas = createEntityLimits({
    relational: storage.relational,
    tenantLimits: createTenantLimits({ relational: storage.relational, live, turns: createTurns() }),
  })
  let used = 60
  const upload = (bytes: number) =>
    quotas.withBytes(
      'TB_RESOURCE',
      acme.id.id,
      bytes,
      async () => used,
      async () => {
        used += bytes
      },
    )
  const uploads = await Promise.allSettled([upload(40), upload(1)])
  assert.deepEqual(
    uploads.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  await assert.rejects(upload(1), /Resource files: the limit is 100 B\. Delete resources/)
})

/** Server with a tenant, used only through the client package. */

import assert from 'node:assert/strict'
import { type Client, createClient, type Device } from '../../packages/client/src/index.ts'
import { administrator, type CleanUp, type Platform, startPlatform } from '../platform/start-platform.ts'

export interface ClientStage {
  readonly platform: Platform
  /** Client of the system administrator. */
  readonly root: Client
  /** Client of a new tenant's administrator. */
  readonly client: Client
  readonly tenantId: string
  /** Device of the tenant. */
  readonly device: Device
}

export async function startClientStage(t: CleanUp): Promise<ClientStage> {
  const platform = await startPlatform(t)
  const root = createClient({ baseUrl: platform.baseUrl })
  const client = createClient({ baseUrl: platform.baseUrl })
  t.after(() => {
    root.close()
    client.close()
  })
  await root.session.login(administrator.email, administrator.password)
  const tenant = await root.tenants.save({ title: 'Plant' })
  const user = await root.users.save(
    { authority: 'TENANT_ADMIN', tenantId: tenant.id, email: 'ada@example.org' },
    { sendActivationMail: false },
  )
  const link = new URL(await root.users.activationLink(user.id.id))
  const activateToken = link.searchParams.get('activateToken') ?? ''
  assert.equal(await client.auth.isActivateToken(activateToken), true)
  client.session.loginWithTokens(await client.auth.activate(activateToken, 'tenant-password'), true)
  assert.equal(await client.auth.isActivateToken(activateToken), false)
  const device = await client.devices.save({ name: 'Pump', type: 'default' })
  return { platform, root, client, tenantId: tenant.id.id, device }
}

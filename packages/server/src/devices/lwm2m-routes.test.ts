import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDeviceHttp } from './testing-http.ts'

const names = {
  device: 'org.thingsboard.server.common.data.Device',
  credentials: 'org.thingsboard.server.common.data.security.DeviceCredentials',
}

test('a device with its credentials, as the form of LwM2M devices sends them', async (t) => {
  const { get, post } = await openDeviceHttp(t)
  const body = {
    [names.device]: { name: 'Lw', type: 'x' },
    [names.credentials]: { credentialsType: 'ACCESS_TOKEN', credentialsId: 'lw-1' },
  }
  const made = await post('/api/lwm2m/device-credentials', body)
  assert.equal(made.status, 200)
  const credentials = await get(`/api/device/${made.at('id.id')}/credentials`)
  assert.equal(credentials.at('credentialsId'), 'lw-1')
  assert.equal((await post('/api/lwm2m/device-credentials', { [names.device]: { name: 'Lw2' } })).status, 400)
})

test('the servers that a profile lists at first', async (t) => {
  const { get } = await openDeviceHttp(t)
  const of = async (isBootstrap: boolean) => {
    const answer = await get(`/api/lwm2m/deviceProfile/bootstrap/${isBootstrap}`)
    return ['shortServerId', 'bootstrapServerIs', 'port', 'securityPort'].map((key) => answer.at(key))
  }
  assert.deepEqual(await of(true), [111, true, 5687, 5688])
  assert.deepEqual(await of(false), [123, false, 5685, 5686])
  assert.equal((await get('/api/lwm2m/deviceProfile/bootstrap/x')).status, 400)
})

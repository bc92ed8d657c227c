/** REST API of key descriptions (names and units). */

import { keyDescriptionList, keyDescriptions } from '@sonde/model/key-descriptions/key-description'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { namedInPath } from '../http/route-audit.ts'
import type { KeyDescriptionService } from './key-description-service.ts'

const tag = 'key descriptions'
const path = '/api/v2/key-descriptions'
const example = { keys: [{ key: 'temperature', name: 'Temperature', unit: '°C', decimals: 1, min: -20, max: 120 }] }
/** Maximum body size: the maximum number of keys of a list, with the longest texts. */
const listBytesMax = 1024 * 1024

export function registerKeyDescriptionRoutes(
  routes: Routes,
  { keyDescriptions: service }: { readonly keyDescriptions: KeyDescriptionService },
): void {
  routes.add({
    method: 'GET',
    path,
    authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    summary: 'Get names, units, decimals, and ranges of telemetry and attribute keys',
    tag,
    schema: { response: keyDescriptions },
    handle: ({ scope }) => service.get(scope),
  })
  routes.add({
    method: 'PUT',
    path,
    authorities: ['TENANT_ADMIN'],
    summary: 'Replace the key descriptions of the tenant',
    tag,
    audit: 'none: failures are not logged',
    bodyBytesMax: listBytesMax,
    example,
    schema: { body: keyDescriptionList, response: keyDescriptionList },
    handle: ({ scope, body }) => service.saveForAll(scope, body),
  })
  routes.add({
    method: 'PUT',
    path: `${path}/:deviceProfileId`,
    authorities: ['TENANT_ADMIN'],
    summary: 'Replace the key descriptions of a device profile; they override those of the tenant',
    tag,
    audit: namedInPath('UPDATED', 'DEVICE_PROFILE'),
    bodyBytesMax: listBytesMax,
    example,
    schema: { params: Type.Object({ deviceProfileId: uuid }), body: keyDescriptionList, response: keyDescriptionList },
    handle: ({ scope, params: { deviceProfileId }, body }) => service.saveForProfile(scope, deviceProfileId, body),
  })
}

/**
 * Provisioning over HTTP: answered with 200, the body says what came of it; 429 for who asks too often.
 */

import { badRequest } from '@sonde/model/errors'
import { provisionAnswer, provisionRequest } from '@sonde/model/provisioning/provisioning'
import { PayloadError } from '@sonde/model/telemetry/payload'
import type { Provisioning } from '../../devices/provisioning.ts'
import type { Routes } from '../../http/http-app.ts'
import { jsonText } from '../../http/http-body.ts'
import { addressGroup } from '../../limits/client-address.ts'
import { readProvisionRequest } from '../device-requests.ts'

/** A certificate is the longest that a request holds; anybody may send one. */
const bodyBytesMax = 64 * 1024

export function registerProvisionRoute(
  routes: Routes,
  { provisioning }: { readonly provisioning: Provisioning },
): void {
  routes.add({
    method: 'POST',
    path: '/api/v1/provision',
    authorities: 'anyone',
    summary: 'Provision a device with the key and secret of a device profile',
    tag: 'device API',
    audit: 'none: the service logs it',
    bodyText: true,
    bodyBytesMax,
    schema: { body: jsonText(provisionRequest), response: provisionAnswer },
    async handle({ body, request }) {
      try {
        return await provisioning.provision(readProvisionRequest(body), addressGroup(request.ip))
      } catch (error) {
        throw error instanceof PayloadError ? badRequest(error.message) : error
      }
    },
  })
}

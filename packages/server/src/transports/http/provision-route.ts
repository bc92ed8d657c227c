/** Provisioning over HTTP: responds with 200 and the result in the body, or with 429 when the client asks too often. */

import { badRequest } from '@sonde/model/errors'
import { provisionAnswer, provisionRequest } from '@sonde/model/provisioning/provisioning'
import { PayloadError } from '@sonde/model/telemetry/payload'
import type { Provisioning } from '../../devices/provisioning.ts'
import type { Routes } from '../../http/http-app.ts'
import { jsonText } from '../../http/http-body.ts'
import { addressGroup } from '../../limits/client-address.ts'
import { readProvisionRequest } from '../device-requests.ts'

/** Certificates are the largest content of a request. The limit is low, because anyone can send one. */
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

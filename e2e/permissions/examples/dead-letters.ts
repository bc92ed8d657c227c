/** Examples for dead letters: tenants access their own, the system administrator all of them. */

import { createDeadLetterStore } from '../../../packages/server/src/dead-letters/dead-letter-store.ts'
import { newId } from '../../../packages/server/src/ids.ts'
import { type Asking, type Examples, page, plain } from '../examples.ts'

const ofAdministrators = "an administrator's"
const ofTenant = 'a dead letter of a tenant'

/** Creates a dead letter of the caller's tenant; returns its id. */
async function setAside({ scene, side }: Asking): Promise<string> {
  const { relational, commit } = scene.platform
  const id = newId()
  const message = {
    id: newId(),
    ts: Date.now(),
    type: 'POST_TELEMETRY_REQUEST',
    tenantId: side.tenant.id,
    originator: side.has.customer.device.id,
    customerId: side.customers.customer,
    metadata: {},
    dataType: 'JSON',
    data: `{"note":"${side.newName('letter')}"}`,
    queueName: 'Main',
    ruleChainId: null,
    ruleNodeId: null,
  } as const
  const letter = { id, createdTime: Date.now(), message, reason: 'It stopped the server twice.' }
  await commit({ statements: [createDeadLetterStore(relational).insert(letter)] })
  return id
}

const one = async (asking: Asking<'none'>) => ({ path: [await setAside(asking)] })

/** The system administrator sees the dead letters of all tenants, with their originators. */
const shownToOperators = { names: ['dead_letter', 'device'] }

export const deadLetterExamples: Examples = {
  'GET /api/v2/deadLetters': plain(
    ofAdministrators,
    async (asking) => {
      await setAside(asking)
      return { query: page }
    },
    shownToOperators,
  ),
  'GET /api/v2/deadLetters/:deadLetterId': plain(ofTenant, one, shownToOperators),
  'POST /api/v2/deadLetters/:deadLetterId/replay': plain(ofTenant, one),
  'POST /api/v2/deadLetters/replay': plain(ofAdministrators),
  'DELETE /api/v2/deadLetters/:deadLetterId': plain(ofTenant, one),
  'DELETE /api/v2/deadLetters': plain(ofAdministrators),
}

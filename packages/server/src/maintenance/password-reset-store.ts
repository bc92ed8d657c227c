/** Audit log entry for a password reset by the operator. */

import { NIL_UUID } from '@sonde/model/ids'
import type { OperatorPassword } from '../auth/operator-password.ts'
import { newId } from '../ids.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'

/** User name in the audit log entry. */
const operator = 'npm run sonde -- reset-password'

export const resetEntry = (
  { build, statement }: RelationalStore,
  account: OperatorPassword['account'],
  nowMs: number,
): Statement =>
  statement(
    build.insertInto('audit_log').values({
      id: newId(nowMs),
      created_time: nowMs,
      tenant_id: account.tenantId,
      customer_id: account.customerId,
      entity_type: 'USER',
      entity_id: account.userId,
      entity_name: account.email,
      user_id: NIL_UUID,
      user_name: operator,
      action_type: 'CREDENTIALS_UPDATED',
      action_data: JSON.stringify({ entityId: account.userId }),
      action_status: 'SUCCESS',
      action_failure_details: '',
    }),
  )

/** Users as shown on alarms. */

import type { AlarmUser } from '@sonde/model/alarms/alarm-history'
import type { Scope } from '../access/scope.ts'

interface Named {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string
}

const nameOf = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ').trim() || email

export const alarmUserOf = (scope: Scope): AlarmUser => ({ id: scope.userId, name: nameOf(scope) })

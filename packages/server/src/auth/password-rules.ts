/** Checks a new password against the current policy and the passwords used before. */

import type { PasswordPolicy } from '@sonde/model/auth/password-policy'
import { passwordFaults } from '@sonde/model/auth/password-rules'
import { badRequest } from '@sonde/model/errors'
import type { Account, AccountStore, PasswordChange } from './account-store.ts'
import type { Turn } from './fair-turns.ts'
import type { Passwords } from './passwords.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface PasswordRulesDeps {
  readonly store: Pick<AccountStore, 'oldPasswords'>
  readonly passwords: Passwords
  readonly policy: () => Promise<PasswordPolicy>
}

export interface NewPassword {
  readonly nowMs: number
  /** Tokens issued earlier become invalid, epoch ms. */
  readonly validFrom: number
  /** Queue entry of the user who sets the password. */
  readonly turn: Turn
}

export type PasswordRules = ReturnType<typeof createPasswordRules>

export function createPasswordRules({ store, passwords, policy }: PasswordRulesDeps) {
  /** Checks and hashes a new password. Throws 400 that names every broken rule. */
  async function accept(account: Account, wanted: string, { nowMs, validFrom, turn }: NewPassword) {
    const rules = await policy()
    const faults = passwordFaults(wanted, rules)
    if (faults.length > 0) throw badRequest(faults.join(' '))
    const before = account.passwordHash
    if (before !== null && (await passwords.verify(wanted, before, turn))) {
      throw badRequest('The new password must differ from the current one.')
    }
    const days = rules.passwordReuseFrequencyDays ?? 0
    const retainedSince = nowMs - days * dayMs
    if (days > 0) {
      for (const old of await store.oldPasswords(account.userId, retainedSince)) {
        if (await passwords.verify(wanted, old, turn)) {
          throw badRequest(`This password was used in the last ${days} days. Choose another.`)
        }
      }
    }
    const change: PasswordChange = {
      hash: await passwords.hash(wanted, turn),
      nowMs,
      tokensValidFrom: validFrom,
      replaced: before === null || days === 0 ? null : { hash: before, retainedSince },
    }
    return change
  }

  async function isExpired(account: Account, nowMs: number): Promise<boolean> {
    const days = (await policy()).passwordExpirationPeriodDays ?? 0
    return days > 0 && account.passwordTs + days * dayMs < nowMs
  }

  return { accept, isExpired }
}

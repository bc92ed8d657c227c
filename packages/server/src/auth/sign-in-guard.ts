/**
 * Slows down password guessing without locking out the owner of an account.
 *
 * Three delays grow with failures: per account and address, per address over all accounts, and per account over all
 * addresses. The last two don't apply where the account signed in from that address before, so that attackers, however
 * many, can't delay users at their usual places. No delay depends on whether the account exists.
 */

import { createHash } from 'node:crypto'
import { type LimitKey, limitOf } from '@sonde/model/limits/limits'
import { emailKey } from '@sonde/model/users/email-address'
import type { Clock } from '../clock.ts'
import type { AddressLimits } from '../limits/address-limits.ts'
import { LimitReached, type Limits } from '../limits/limits.ts'
import { raise } from '../limits/peaks.ts'
import { createAttemptDelays } from './attempt-delays.ts'
import type { Turn } from './fair-turns.ts'

/** Maximum remembered keys of each delay: pairs of account and address, addresses, accounts. */
const keysMax = 50_000
/** Maximum remembered pairs of account and address that signed in before. */
const knownPairsMax = 50_000

export interface SignInAttempt {
  /** Queue entry for the password check. */
  readonly turn: Turn
  /** `open`: the password wasn't checked. Must be called exactly once. */
  end(outcome: 'failed' | 'succeeded' | 'open'): void
}

export interface SignInGuard {
  /** `account`: as the user typed it. Throws 429 with the time until the next attempt. */
  begin(address: string, account: string): SignInAttempt
  /** Records the failed sign-ins of an account from all addresses as the tenant's usage of the limit. */
  measure(account: string, tenantId: string): void
}

export interface SignInGuardDeps {
  readonly limits: Pick<Limits, 'of' | 'rejected' | 'peaksOf'>
  readonly addressLimits: Pick<AddressLimits, 'consume'>
  readonly clock: Clock
}

export function createSignInGuard({ limits, addressLimits, clock }: SignInGuardDeps): SignInGuard {
  const delaysOf = (key: LimitKey) =>
    createAttemptDelays({
      free: () => ({ count: limits.of(null, key), seconds: limitOf(key).seconds ?? 1 }),
      keysMax,
      clock,
    })
  const pairs = delaysOf('signInFailures')
  const addresses = delaysOf('addressSignInFailures')
  const accounts = delaysOf('accountSignInFailures')
  const used = limits.peaksOf('accountSignInFailures')
  /** Ordered by last sign-in, oldest first. */
  const knownPairs = new Set<string>()

  function requireNoWait(key: LimitKey, waitMs: number) {
    if (waitMs <= 0) return
    const seconds = Math.ceil(waitMs / 1_000)
    throw new LimitReached(key, `${limits.rejected(null, key)} Try again in ${durationText(seconds)}.`, seconds)
  }

  function remember(pair: string) {
    knownPairs.delete(pair)
    if (knownPairs.size >= knownPairsMax) knownPairs.delete(knownPairs.keys().next().value as string)
    knownPairs.add(pair)
  }

  return {
    begin(address, typed) {
      addressLimits.consume('signIns', address)
      const account = keyOf(typed)
      const pair = `${account} ${address}`
      const isKnown = knownPairs.has(pair)
      requireNoWait('signInFailures', pairs.waitMs(pair))
      if (!isKnown) {
        requireNoWait('addressSignInFailures', addresses.waitMs(address))
        requireNoWait('accountSignInFailures', accounts.waitMs(account))
      }
      pairs.begin(pair)
      return {
        turn: { of: address, isFirst: isKnown },
        end(outcome) {
          pairs.end(pair, outcome)
          if (outcome === 'succeeded') remember(pair)
          if (outcome !== 'failed') return
          // A success elsewhere doesn't clear these: an attacker may own an account as well.
          addresses.fail(address)
          accounts.fail(account)
        },
      }
    },
    measure: (typed, tenantId) => raise(used(tenantId), accounts.share(keyOf(typed))),
  }
}

/** Key of fixed size for any input; the same for all spellings that find the account. */
const keyOf = (account: string) => createHash('sha256').update(emailKey(account)).digest('base64url')

const durationText = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`)

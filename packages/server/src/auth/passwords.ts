/**
 * Password hashes: argon2id with 19 MiB, two passes, one lane; stored in PHC format.
 *
 * A check takes the same work whether the account exists or not. Hashing uses much memory and a core, so few hashes run
 * at once and clients are served in turn: a client that floods the server with sign-ins waits for its own.
 */

import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { LimitReached, type Limits } from '../limits/limits.ts'
import { createFairTurns, type Turn } from './fair-turns.ts'

/** Cost parameters of a hash. */
export interface HashCost {
  readonly memoryKib: number
  readonly passes: number
  readonly parallelism: number
}

const hashCost: HashCost = { memoryKib: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/** Maximum concurrent hashes, 19 MiB each; one core stays free for other work. */
export const hashesAtOnceMax = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Maximum queued hashes of all clients: some seconds of work. */
export const hashesWaitingMax = 200

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Queue entry of work that the server starts itself. */
const serverTurn: Turn = { of: 'server' }

export interface Passwords {
  /** Resolves with the hash in PHC format. */
  hash(password: string, turn?: Turn): Promise<string>
  /** False for a wrong password, and for null: the account doesn't exist or has no password. */
  verify(password: string, phc: string | null, turn?: Turn): Promise<boolean>
}

export interface PasswordDeps {
  readonly limits: Pick<Limits, 'of' | 'rejected'>
  readonly cost?: HashCost
}

/** A stored hash contains its cost, so hashes of another cost can be verified too. */
export function createPasswords({ limits, cost = hashCost }: PasswordDeps): Passwords {
  const turns = createFairTurns({
    atOnceMax: hashesAtOnceMax,
    waitingMax: () => limits.of(null, 'waitingSignIns'),
    totalMax: hashesWaitingMax,
    rejection: () => new LimitReached('waitingSignIns', limits.rejected(null, 'waitingSignIns'), 1),
  })

  return {
    hash: (password, turn = serverTurn) => turns.run(turn, () => hashPassword(password, cost)),
    async verify(password, phc, turn = serverTurn) {
      if (phc === null) {
        await turns.run(turn, () => compute(password, Buffer.alloc(saltBytes), cost))
        return false
      }
      const settings = parsePhc(phc)
      const computed = await turns.run(turn, () => compute(password, settings.salt, settings))
      return timingSafeEqual(computed, settings.hash)
    },
  }
}

/** Hash in PHC format, computed without queueing: for callers without concurrent requests. */
export async function hashPassword(password: string, cost: HashCost = hashCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await compute(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

const compute = (password: string, nonce: Buffer, settings: Settings): Promise<Buffer> =>
  derive('argon2id', {
    message: password.normalize('NFC'),
    nonce,
    parallelism: settings.parallelism,
    tagLength: settings.hash?.length ?? hashBytes,
    memory: settings.memoryKib,
    passes: settings.passes,
  })

interface Settings extends HashCost {
  readonly hash?: Buffer
}

function parsePhc(phc: string): Settings & { readonly salt: Buffer; readonly hash: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!found) throw new Error('A stored password hash isn’t in PHC form.')
  const [, memory, time, lanes, salt = '', hash = ''] = found
  return {
    memoryKib: Number(memory),
    passes: Number(time),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

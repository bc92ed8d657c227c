/**
 * Hashes of passwords: argon2id with 19 MiB, two passes, one lane; kept in PHC form.
 *
 * Checking takes the same work whether the account exists or not. Hashing uses much memory, so few run at once, some
 * more wait, and the rest are told to come again.
 */

import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { DomainError, ErrorCode } from '@sonde/model/errors'

/** What computing a hash costs. */
export interface HashCost {
  readonly memoryKib: number
  readonly passes: number
  readonly parallelism: number
}

const hashCost: HashCost = { memoryKib: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/** Hashes computed at once, 19 MiB each. */
export const hashesAtOnceMax = 2
/** Sign-ins waiting for their turn: a few seconds' worth. */
export const hashesWaitingMax = 100

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export interface Passwords {
  /** PHC text. */
  hash(password: string): Promise<string>
  /** False for a wrong password, and for null: an account that is unknown or has none. */
  verify(password: string, phc: string | null): Promise<boolean>
}

/** Hashes say what they cost, so those of another cost are still checked. */
export function createPasswords(cost: HashCost = hashCost): Passwords {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= hashesAtOnceMax) {
      if (waiting.length >= hashesWaitingMax) {
        throw new DomainError(ErrorCode.TOO_MANY_REQUESTS, 'Too many people sign in at once; try again in a moment.')
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const compute = (password: string, nonce: Buffer, settings: Settings): Promise<Buffer> =>
    inTurn(() =>
      derive('argon2id', {
        message: password.normalize('NFC'),
        nonce,
        parallelism: settings.parallelism,
        tagLength: settings.hash?.length ?? hashBytes,
        memory: settings.memoryKib,
        passes: settings.passes,
      }),
    )

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      const hash = await compute(password, salt, cost)
      return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`
    },
    async verify(password, phc) {
      if (phc === null) {
        await compute(password, Buffer.alloc(saltBytes), cost)
        return false
      }
      const settings = parsePhc(phc)
      return timingSafeEqual(await compute(password, settings.salt, settings), settings.hash)
    },
  }
}

interface Settings extends HashCost {
  readonly hash?: Buffer
}

function parsePhc(phc: string): Settings & { readonly salt: Buffer; readonly hash: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!found) throw new Error('A stored password hash is not in PHC form.')
  const [, memory, time, lanes, salt = '', hash = ''] = found
  return {
    memoryKib: Number(memory),
    passes: Number(time),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

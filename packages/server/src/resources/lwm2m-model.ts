/** Reads LwM2M models: the XML description of an object (OMA-TS-LightweightM2M, annex D.1). Pure. */

import { badRequest } from '@sonde/model/errors'
import type { Lwm2mObject } from '@sonde/model/resources/resource'
import { readXml, type XmlElement } from './xml-elements.ts'

export interface Lwm2mModel {
  readonly id: number
  readonly version: string
  readonly name: string
  readonly isMultiple: boolean
  readonly isMandatory: boolean
  readonly resources: readonly Lwm2mModelResource[]
}

export interface Lwm2mModelResource {
  readonly id: number
  readonly name: string
  readonly isReadable: boolean
}

/** Ids of objects and resources have 16 bits. The highest one is reserved. */
const idMax = 65_534

/** Maximum file size. The largest model in the registry has a tenth of it. */
const modelBytesMax = 1024 * 1024

/** Decodes a Base64 file to text. Throws 400 if it is too large or isn't UTF-8. */
function textOf(data: string): string {
  if (Buffer.byteLength(data, 'base64') > modelBytesMax) throw badRequest('The model has more than 1 MB of XML.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64'))
  } catch {
    throw badRequest('The model isn’t valid UTF-8. Save the XML as UTF-8.')
  }
}

/** Reads the first object of a Base64 file. Throws 400 with the problem. */
export function readLwm2mModel(data: string): Lwm2mModel {
  const root = readXml(textOf(data))
  const object = root.name === 'LWM2M' ? child(root, 'Object') : undefined
  if (!object) {
    throw badRequest('The XML isn’t an LwM2M model. It must contain <LWM2M> with an <Object>.')
  }
  const items = child(object, 'Resources')?.children.filter(({ name }) => name === 'Item') ?? []
  const version = textIn(object, 'ObjectVersion') || '1.0'
  if (!/^\d{1,5}\.\d{1,5}$/.test(version))
    throw badRequest(`The model's ObjectVersion ${version} isn’t a version. Use the form 1.0.`)
  return {
    id: idIn(object, 'ObjectID'),
    version,
    name: nameIn(object, 'The model'),
    isMultiple: textIn(object, 'MultipleInstances') === 'Multiple',
    isMandatory: textIn(object, 'Mandatory') === 'Mandatory',
    resources: items
      .map((item) => {
        const id = itemId(item)
        return {
          id,
          name: nameIn(item, `Item ${id} of the model`),
          isReadable: textIn(item, 'Operations').includes('R'),
        }
      })
      .sort((a, b) => a.id - b.id),
  }
}

/** Parts of the object that a form can observe. Null if nothing is readable. */
export function objectOfModel({
  id,
  version,
  name,
  isMultiple,
  isMandatory,
  resources,
}: Lwm2mModel): Lwm2mObject | null {
  const readable = resources.filter(({ isReadable }) => isReadable)
  if (readable.length === 0) return null
  return {
    id,
    keyId: `${id}_${version}`,
    name,
    multiple: isMultiple,
    mandatory: isMandatory,
    instances: [
      {
        id: 0,
        resources: readable.map((each) => ({
          id: each.id,
          name: each.name,
          observe: false,
          attribute: false,
          telemetry: false,
          keyName: keyNameOf(each.name),
        })),
      },
    ],
  }
}

/** Converts a name to camel case: `Battery Level` to `batteryLevel`. */
function keyNameOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words
    .map((word, i) => (i === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()))
    .join('')
}

const child = ({ children }: XmlElement, name: string) => children.find((each) => each.name === name)
const textIn = (element: XmlElement, name: string): string => child(element, name)?.text ?? ''

function nameIn(element: XmlElement, what: string): string {
  const name = textIn(element, 'Name')
  if (name === '') throw badRequest(`${what} has no Name.`)
  return name
}

function idIn(element: XmlElement, name: string): number {
  const text = textIn(element, name)
  if (!/^\d{1,5}$/.test(text) || Number(text) > idMax) {
    throw badRequest(
      `The model's ${name} must be a number from 0 to ${idMax}${text ? `, not ${text.slice(0, 40)}` : ''}.`,
    )
  }
  return Number(text)
}

/** Reads the id of an item from its attribute. */
function itemId(item: XmlElement): number {
  const text = item.attributes.get('ID') ?? ''
  if (!/^\d{1,5}$/.test(text) || Number(text) > idMax) {
    throw badRequest(`An Item of the model has no ID from 0 to ${idMax}.`)
  }
  return Number(text)
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOfModel, readLwm2mModel } from './lwm2m-model.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const item = (id: string, name: string, operations: string) =>
  `<Item ID="${id}"><Name>${name}</Name><Operations>${operations}</Operations></Item>`
const model = (parts: { head?: string; items?: string } = {}) =>
  base64(
    `<LWM2M xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Object ObjectType="MODefinition">${
      parts.head ??
      '<Name>Thing &amp; more</Name><ObjectID>34567</ObjectID><ObjectVersion>1.2</ObjectVersion><MultipleInstances>Multiple</MultipleInstances><Mandatory>Mandatory</Mandatory>'
    }<Resources>${parts.items ?? item('1', 'Battery Level', 'R')}</Resources></Object></LWM2M>`,
  )

test('a model is read, and what can be read of its object is offered', () => {
  const items =
    item('10', 'Set-point value', 'RW') + item('2', 'Reboot', 'E') + item('3', 'Secret', 'W') + item('1', 'Level', 'R')
  const read = readLwm2mModel(model({ items }))
  assert.deepEqual(
    { ...read, resources: read.resources.map(({ id, isReadable }) => [id, isReadable]) },
    {
      id: 34567,
      version: '1.2',
      name: 'Thing & more',
      isMultiple: true,
      isMandatory: true,
      resources: [
        [1, true],
        [2, false],
        [3, false],
        [10, true],
      ],
    },
  )
  const object = objectOfModel(read)
  assert.equal(object?.keyId, '34567_1.2')
  assert.deepEqual(
    object?.instances[0]?.resources.map(({ id, keyName }) => [id, keyName]),
    [
      [1, 'level'],
      [10, 'setPointValue'],
    ],
  )
  assert.equal(objectOfModel(readLwm2mModel(model({ items: item('1', 'Reboot', 'E') }))), null)
  assert.equal(objectOfModel(readLwm2mModel(model({ items: ' ' }))), null)
})

test('a model without a version is of version 1.0, single and optional', () => {
  const { version, isMultiple, isMandatory } = readLwm2mModel(model({ head: '<Name>N</Name><ObjectID>0</ObjectID>' }))
  assert.deepEqual([version, isMultiple, isMandatory], ['1.0', false, false])
})

for (const [what, data, message] of [
  ['other XML', base64('<svg><Object/></svg>'), /isn’t an LwM2M model/],
  ['no object', base64('<LWM2M/>'), /isn’t an LwM2M model/],
  ['too many bytes', base64(' '.repeat(1024 * 1024 + 1)), /more than 1 MB/],
  ['no UTF-8', Buffer.from([0x3c, 0xff]).toString('base64'), /isn’t valid UTF-8/],
  ['no name', model({ head: '<ObjectID>1</ObjectID>' }), /The model has no Name/],
  ['no id', model({ head: '<Name>N</Name>' }), /ObjectID must be a number from 0 to 65534/],
  ['an id too high', model({ head: '<Name>N</Name><ObjectID>65535</ObjectID>' }), /ObjectID .* not 65535/],
  [
    'a broken version',
    model({ head: '<Name>N</Name><ObjectID>1</ObjectID><ObjectVersion>one</ObjectVersion>' }),
    /ObjectVersion one/,
  ],
  ['an item without a name', model({ items: '<Item ID="7"/>' }), /Item 7 of the model has no Name/],
  ['an item without an id', model({ items: '<Item/>' }), /Item of the model has no ID/],
] as const) {
  test(`a model with ${what} is refused`, () => {
    assert.throws(() => readLwm2mModel(data), { status: 400, message })
  })
}

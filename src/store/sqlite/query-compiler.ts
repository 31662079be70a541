import {
  PrimitiveValueListNode,
  ReferenceNode,
  SqliteQueryCompiler,
  TupleNode,
  ValueNode,
  type BinaryOperationNode,
  type OperationNode,
} from "kysely";
import { BoundUuid, isUuidColumn } from "../uuid-columns.ts";

/** Binds what is compared with a column of UUIDs as bytes. */
export class QueryCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const rightOperand = boundFor(node.leftOperand, node.rightOperand);
    super.visitBinaryOperation({ ...node, rightOperand });
  }

  protected override appendValue(parameter: unknown): void {
    if (!(parameter instanceof BoundUuid)) return super.appendValue(parameter);
    // The placeholder of a UUID is not `?` alone.
    this.addParameter(parameter.text);
    this.append(uuidPlaceholder);
  }
}

/** A parameter that comes as the text of a UUID, or null, as its bytes. */
export const uuidPlaceholder = "unhex(?, '-')";

function boundFor(left: OperationNode, right: OperationNode): OperationNode {
  if (TupleNode.is(left) && TupleNode.is(right)) {
    const values = left.values.map((each, index) => {
      const value = right.values[index];
      if (value === undefined) throw new Error("Tuples are compared with some of their length.");
      return boundFor(each, value);
    });
    return TupleNode.create(values);
  }
  if (!isUuidReference(left)) return right;
  if (ValueNode.is(right)) return ValueNode.create(bound(right.value));
  return PrimitiveValueListNode.is(right)
    ? PrimitiveValueListNode.create(right.values.map(bound))
    : right;
}

function isUuidReference(node: OperationNode): boolean {
  if (!ReferenceNode.is(node) || node.column.kind !== "ColumnNode") return false;
  return isUuidColumn(node.table?.table.identifier.name, node.column.column.name);
}

function bound(value: unknown): BoundUuid {
  return value instanceof BoundUuid ? value : new BoundUuid(value);
}

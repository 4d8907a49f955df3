/** The names of a table's columns; one without a name holds buttons. */
export const ColumnHeads = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <th key={name} scope="col">
      {name}
    </th>
  ));

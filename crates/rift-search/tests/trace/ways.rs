//! Ways from changes to outputs, and where effects die.

use crate::common::{Versions, input};

/// Two versions that differ in `old` and `new`, which stand where `HERE` is in the text.
fn versions(name: &str, text: &str, old: &str, new: &str) -> Versions {
    Versions::compiled(name, &text.replace("HERE", old), &text.replace("HERE", new))
}

#[test]
fn probe() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\nstatic int scale(int v)\n{\n    return v * HERE;\n}\nint main(int argc, char **argv)\n{\n    int a = atoi(argv[1]);\n    int b = scale(a);\n    int c = b + 1;\n    printf(\"%d %d\\n\", a, c);\n    return 0;\n}\n";
    println!("{:#?}", versions("scale", text, "3", "4").why(&input(&["5"], "")));

    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n    int a = atoi(argv[1]);\n    if (a HERE 10)\n        return 1;\n    return 0;\n}\n";
    println!("{:#?}", versions("status", text, ">", ">=").why(&input(&["10"], "")));

    let text = "#include <stdio.h>\n#include <string.h>\nint main(void)\n{\n    char line[16];\n    memset(line, '-', 8);\n    line[8] = 0;\n    int c, n = 0;\n    while ((c = getchar()) != EOF && n < 7)\n        line[HERE] = (char)c, n++;\n    fputs(line, stdout);\n    return 0;\n}\n";
    println!("{:#?}", versions("store", text, "n", "n + 1").why(&input(&[], "abc")));

    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n    int x = atoi(argv[1]);\n    int d = x - HERE;\n    puts(\"begin\");\n    fflush(stdout);\n    printf(\"%d\\n\", 100 / d);\n    return 0;\n}\n";
    println!("{:#?}", versions("fault", text, "3", "4").why(&input(&["4"], "")));

    let text = "#include <stdio.h>\n#include <stdlib.h>\nstatic void check(int x)\n{\n    if (x HERE 0)\n        exit(0);\n}\nint main(int argc, char **argv)\n{\n    int x = atoi(argv[1]);\n    check(x);\n    printf(\"%d\\n\", x);\n    return 0;\n}\n";
    println!("{:#?}", versions("early", text, "<", "<=").why(&input(&["0"], "")));

    let text = "#include <stdio.h>\n#include <string.h>\nstruct pair { char name[8]; int n; };\nint main(void)\n{\n    struct pair a = { HERE, 1 }, b;\n    b = a;\n    char text[8];\n    strcpy(text, b.name);\n    puts(text);\n    return 0;\n}\n";
    println!("{:#?}", versions("text", text, "\"one\"", "\"two\"").why(&input(&[], "")));

    let text = "#include <stdio.h>\nstatic const char *name(int c)\n{\n    switch (c) {\n    case 'a': return \"letter a\";\n    case HERE: return \"other\";\n    default: return \"unknown\";\n    }\n}\nint main(void)\n{\n    puts(name(getchar()));\n    return 0;\n}\n";
    println!("{:#?}", versions("switch", text, "'b'", "'c'").why(&input(&[], "c")));
    println!("{:#?}", versions("switch", text, "'b'", "'c'").why(&input(&[], "x")));
}

; ModuleID = 'tiny.c'
source_filename = "tiny.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, i64 }

@table = internal global [3 x { i32, [4 x i8], i64 }] [{ i32, [4 x i8], i64 } { i32 1, [4 x i8] zeroinitializer, i64 2 }, { i32, [4 x i8], i64 } { i32 3, [4 x i8] zeroinitializer, i64 4 }, { i32, [4 x i8], i64 } { i32 5, [4 x i8] zeroinitializer, i64 6 }], align 16

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @sum(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  store i64 0, ptr %3, align 8
  store i32 0, ptr %4, align 4
  br label %5

5:                                                ; preds = %26, %1
  %6 = load i32, ptr %4, align 4
  %7 = load i32, ptr %2, align 4
  %8 = icmp slt i32 %6, %7
  br i1 %8, label %9, label %29

9:                                                ; preds = %5
  %10 = load i32, ptr %4, align 4
  %11 = srem i32 %10, 3
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds [3 x %struct.pair], ptr @table, i64 0, i64 %12
  %14 = getelementptr inbounds nuw %struct.pair, ptr %13, i32 0, i32 0
  %15 = load i32, ptr %14, align 16
  %16 = sext i32 %15 to i64
  %17 = load i32, ptr %4, align 4
  %18 = srem i32 %17, 3
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds [3 x %struct.pair], ptr @table, i64 0, i64 %19
  %21 = getelementptr inbounds nuw %struct.pair, ptr %20, i32 0, i32 1
  %22 = load i64, ptr %21, align 8
  %23 = mul nsw i64 %16, %22
  %24 = load i64, ptr %3, align 8
  %25 = add nsw i64 %24, %23
  store i64 %25, ptr %3, align 8
  br label %26

26:                                               ; preds = %9
  %27 = load i32, ptr %4, align 4
  %28 = add nsw i32 %27, 1
  store i32 %28, ptr %4, align 4
  br label %5, !llvm.loop !6

29:                                               ; preds = %5
  %30 = load i64, ptr %3, align 8
  ret i64 %30
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  %6 = load i32, ptr %4, align 4
  switch i32 %6, label %15 [
    i32 1, label %7
    i32 2, label %10
  ]

7:                                                ; preds = %2
  %8 = call i64 @sum(i32 noundef 9)
  %9 = trunc i64 %8 to i32
  store i32 %9, ptr %3, align 4
  br label %24

10:                                               ; preds = %2
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds ptr, ptr %11, i64 1
  %13 = load ptr, ptr %12, align 8
  %14 = call i32 @puts(ptr noundef %13)
  store i32 0, ptr %3, align 4
  br label %24

15:                                               ; preds = %2
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds ptr, ptr %16, i64 0
  %18 = load ptr, ptr %17, align 8
  %19 = load i8, ptr %18, align 1
  %20 = sext i8 %19 to i32
  %21 = load i32, ptr %4, align 4
  %22 = sub nsw i32 %21, 3
  %23 = sdiv i32 %20, %22
  store i32 %23, ptr %3, align 4
  br label %24

24:                                               ; preds = %15, %10, %7
  %25 = load i32, ptr %3, align 4
  ret i32 %25
}

declare i32 @puts(ptr noundef) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
